import { Glyph, type State } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";
import { timeText } from "../../lib/words.ts";
import { RunActions } from "./run-actions.tsx";
import { runSentence } from "./run-sentence.ts";

type Run = Reply<"GET /runs/:run">;

/** The verdict in words, then what was measured, with what. */
export function RunHead({ run }: { readonly run: Run }) {
  const { about, name, runId, startedAt } = run;
  return (
    <header className="pagehead">
      <div className="row">
        <h1>{name ?? about.sets.map((set) => set.name ?? set.evalSetId).join(", ")}</h1>
        <span className="chip">
          <Glyph state={stateOf(run)} isSilent />
          {stateWords[run.state]}
        </span>
        <RunActions run={run} />
      </div>
      <p className="lead">{runSentence(run)}</p>
      <dl className="facts">
        <Fact name="agent" value={about.agent.name} />
        {about.git !== undefined && <Fact name="git" value={about.git.commit.slice(0, 7)} />}
        {(about.models ?? []).length > 0 && (
          <Fact name="models" value={(about.models ?? []).join(", ")} />
        )}
        <Fact name="sets" value={about.sets.map((set) => set.evalSetId).join(", ")} />
        {about.trials > 1 && <Fact name="trials" value={`${about.trials}`} />}
        <Fact name="run" value={runId} />
        <Fact name="started" value={timeText(startedAt)} isPlain />
      </dl>
    </header>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly isPlain?: boolean;
}

function Fact({ name, value, isPlain }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isPlain === true ? undefined : "mono"}>{value}</dd>
    </div>
  );
}

const stateWords: Readonly<Record<Run["state"], string>> = {
  running: "Running",
  ended: "Ended",
  interrupted: "Interrupted",
  unfinished: "Cut off",
  "stopped-early": "Stopped early",
};

/** Nothing measured is not a pass. */
function stateOf({ state, totals }: Run): State {
  if (state === "running") return "pending";
  if (totals.failed > 0) return "failed";
  return totals.notEvaluated > 0 || totals.passed === 0 ? "not-evaluated" : "passed";
}
