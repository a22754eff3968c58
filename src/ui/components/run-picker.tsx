import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { numberText } from "../lib/amounts.ts";
import { call, type Reply } from "../lib/api.ts";
import { timeText } from "../lib/words.ts";
import { CommandBlock } from "./command-block.tsx";
import { askedOfRuns } from "./filter/asked-of-runs.ts";
import { FilterBox } from "./filter/filter-box.tsx";
import { runHints } from "./filter/filter-hints.ts";
import { Problem } from "./problem.tsx";

/** So many of the newest are shown at a time. */
const MOST = 200;

type Run = Reply<"GET /runs">["runs"][number];

/** Chooses the runs of a comparison: the earlier one is A unless they were chosen before. */
export function RunPicker({ chosen: before }: { readonly chosen: readonly string[] }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(before);
  const [text, setText] = useState("");
  const { asked, problems } = askedOfRuns(text);
  const { data, error } = useQuery({
    queryKey: ["runs", "to choose from", asked],
    queryFn: ({ signal }) => call("GET /runs", { query: { limit: MOST, filter: asked }, signal }),
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <div className="wait-block" aria-busy="true" />;
  const runs = data.runs.filter(({ kind, state }) => isComparable(kind) && state !== "damaged");
  const older = data.count - data.runs.length;
  const toggle = (run: Run) => setChosen(toggled(chosen, run, runs));
  return (
    <form
      className="picker"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0)
          void navigate({ to: "/compare", search: { runs: chosen.join(",") } });
      }}
    >
      <div className="filters">
        <FilterBox
          label="Filter runs"
          placeholder="agent:support_desk status:failed model:flash and words"
          filter={text}
          hints={runHints}
          problems={problems}
          onFilter={setText}
        />
        <span className="small muted" aria-live="polite">
          {chosen.length === 1 ? "One alone is compared with its baseline." : ""}
        </span>
        <button type="submit" className="btn primary" disabled={chosen.length === 0}>
          {chosen.length < 2 ? "Compare" : `Compare ${chosen.length} runs`}
        </button>
      </div>
      <div className="pane">
        {asked === undefined && runs.length < 2 ? (
          <div className="empty">
            <p>
              {runs.length === 0 ? "Nothing was run here yet" : "There is only one run yet"}, and a
              comparison needs two. In a terminal:
            </p>
            <CommandBlock command="npx assay eval AGENT" />
          </div>
        ) : (
          <Choices runs={runs} chosen={chosen} toggle={toggle} />
        )}
        {asked !== undefined && runs.length === 0 && (
          <p className="empty muted">No run is like that. Take out a term to see more.</p>
        )}
        {older > 0 && (
          <p className="sect small muted">
            {numberText(older)} older {older === 1 ? "run is" : "runs are"} found by a filter.
          </p>
        )}
      </div>
    </form>
  );
}

interface ChoicesProps {
  readonly runs: readonly Run[];
  readonly chosen: readonly string[];
  readonly toggle: (run: Run) => void;
}

function Choices({ runs, chosen, toggle }: ChoicesProps) {
  return (
    <table className="tbl" aria-label="Runs to choose from">
      <thead>
        <tr>
          <th scope="col">Run</th>
          <th scope="col">Agent</th>
          <th scope="col">Eval sets</th>
          <th scope="col" className="num">
            Passed
          </th>
          <th scope="col">Started</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => {
          const place = chosen.indexOf(run.runId);
          return (
            <tr key={run.runId} aria-selected={place >= 0}>
              <th scope="row">
                <label className="row">
                  <input type="checkbox" checked={place >= 0} onChange={() => toggle(run)} />
                  <span className="mono">{run.name ?? run.shortId}</span>
                  {place >= 0 && (
                    <span className={place === 0 ? "ab" : "ab b"}>
                      {String.fromCharCode(65 + place)}
                    </span>
                  )}
                  {run.state !== "ended" && <span className="chip">not finished</span>}
                </label>
              </th>
              <td>{run.agent}</td>
              <td className="clip" title={run.sets.join(", ")}>
                {run.sets.join(", ")}
              </td>
              <td className="num">
                {numberText(run.totals.passed)} of {numberText(run.totals.cases)}
              </td>
              <td>{run.startedAt === "" ? "" : timeText(run.startedAt)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What judges were asked is no run of an agent. */
function isComparable(kind: string): boolean {
  return kind === "eval" || kind === "score";
}

/** In the order of time, the earliest first; whoever wants it otherwise swaps them. */
function toggled(
  chosen: readonly string[],
  { runId }: Run,
  runs: readonly Run[],
): readonly string[] {
  if (chosen.includes(runId)) return chosen.filter((each) => each !== runId);
  const ids = runs.map((run) => run.runId);
  // one that the filter does not show now goes by its id, which begins with its time
  return [...chosen, runId].toSorted((one, other) =>
    ids.includes(one) && ids.includes(other)
      ? ids.indexOf(other) - ids.indexOf(one)
      : Number(one > other) - Number(one < other),
  );
}
