import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FirstDifference } from "../../../components/first-difference.tsx";
import { Glyph } from "../../../components/glyph.tsx";
import { WordsInOne } from "../../../components/words-in-one.tsx";
import { call, type Reply } from "../../../lib/api.ts";
import { reasonOf } from "../../case-result/reason-of.ts";
import { type ShownTurn, turnsOf, worstTurn } from "../../case-result/turns.ts";
import type { Run } from "../use-run.ts";
import { worstTrial } from "./case-link.ts";
import { stateOfRow } from "./cell-state.ts";
import { type CaseEntry, PAGE, useCasePages } from "./use-case-pages.ts";
import { useSelectedCase } from "./use-selected-case.ts";
import { useUsualOrder } from "./use-usual-order.ts";

/** Why the selected case came out as it did, without leaving the matrix. */
export function Preview({ run }: { readonly run: Run }) {
  const pages = useCasePages(run.runId, 0, 0, useUsualOrder(run));
  const selected = useSelectedCase(pages);
  if (selected === undefined) return null;
  return <PreviewOf run={run} selected={selected} row={rowOf(pages, selected)} />;
}

type Selected = Pick<CaseEntry, "evalId" | "evalSetId">;

/** One that is far down the list is not among those that are there, and is shown all the same. */
function rowOf({ at }: ReturnType<typeof useCasePages>, selected: Selected) {
  for (let index = 0; index < PAGE; index += 1) {
    const entry = at(index);
    if (entry === undefined) return undefined;
    if (!("evalId" in entry) || entry.evalId !== selected.evalId) continue;
    if (entry.evalSetId === selected.evalSetId) return entry;
  }
  return undefined;
}

interface PreviewOfProps {
  readonly run: Run;
  readonly selected: Selected;
  readonly row: CaseEntry | undefined;
}

function PreviewOf({ run, selected, row }: PreviewOfProps) {
  const trial = row === undefined ? 1 : worstTrial(row);
  const query = { set: selected.evalSetId, case: selected.evalId, trial: trial - 1 };
  const { data, error } = useQuery({
    queryKey: ["run", run.runId, "conversation", query.set, query.case, query.trial],
    queryFn: ({ signal }) =>
      call("GET /runs/:run/conversation", { params: { run: run.runId }, query, signal }),
    enabled: row === undefined || row.trials.length > 0,
  });
  const turns = data === undefined ? [] : turnsOf(data.result);
  const bad = turns[Math.max(worstTurn(turns), 0)];
  const failed = row?.trials.filter(({ status }) => status === "failed").length ?? 0;
  const state = data?.result.status ?? (row === undefined ? "pending" : stateOfRow(row));
  return (
    <aside className="preview pane" aria-label="Selected case">
      <section className="sect">
        <h2>
          <Glyph state={state} />
          <code className="clip">{selected.evalId}</code>
          {run.about.trials > 1 && row !== undefined && (
            <span className="push small faint">
              failed {failed} of {run.about.trials}
            </span>
          )}
        </h2>
        <p className="lead">{leadOf(data, error) ?? notThere(run, row)}</p>
        {bad !== undefined && bad.user !== "" && (
          <p className="muted wide words-of-user">User: “{bad.user}”</p>
        )}
      </section>
      {bad?.steps !== undefined && bad.state === "failed" && (
        <section className="sect long">
          <h2>First difference</h2>
          <FirstDifference steps={bad.steps} />
        </section>
      )}
      {bad?.state === "failed" && differs(bad) && (
        <section className="sect long">
          <h2>Answer</h2>
          <WordsInOne expected={bad.expected} actual={bad.actual} />
        </section>
      )}
      {data?.fault !== undefined && data.fault.fault !== "agent" && (
        <section className="sect long">
          <h2>Not the agent’s doing</h2>
          <p className="muted">{data.fault.evidence}</p>
        </section>
      )}
      <section className="sect foot">
        <div className="btns">
          <Link
            className="btn"
            to="/runs/$run/cases/$evalId"
            params={{ run: run.runId, evalId: selected.evalId }}
            search={{ set: selected.evalSetId, trial }}
          >
            Open case
          </Link>
        </div>
        <p className="keys wide">
          <span>
            <span className="kbd">j</span>
            <span className="kbd">k</span> move
          </span>
          <span>
            <span className="kbd">n</span>
            <span className="kbd">p</span> failures
          </span>
          <span>
            <span className="kbd">?</span> all keys
          </span>
        </p>
      </section>
    </aside>
  );
}

function leadOf(data: Reply<"GET /runs/:run/conversation"> | undefined, error: Error | null) {
  if (data !== undefined) return reasonOf(data.result, turnsOf(data.result));
  return error?.message;
}

/** Nothing that is only on its way is said to be missing. */
function notThere({ state }: Run, row: CaseEntry | undefined): string {
  if (row === undefined || row.trials.length > 0) return "Reading the conversation.";
  return state === "running" ? "It has not ended yet." : "It never ran.";
}

function differs(turn: ShownTurn): turn is ShownTurn & { expected: string; actual: string } {
  const { expected, actual } = turn;
  return expected !== undefined && actual !== undefined && expected !== actual;
}
