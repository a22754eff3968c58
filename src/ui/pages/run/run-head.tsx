import { agentLabel } from "../../../core/text/agent-label.ts";
import { Glyph, type State } from "../../components/glyph.tsx";
import { QuarantineNote } from "../../components/quarantine/quarantine-note.tsx";
import { JudgeCheckNote } from "../../components/status/judge-check-note.tsx";
import { secondsText, timeText } from "../../lib/words.ts";
import { baselineSentence } from "./baseline-sentence.ts";
import { RunActions } from "./run-actions.tsx";
import { RunGates } from "./run-gates.tsx";
import { runSentence, timeLeft } from "./run-sentence.ts";
import type { Baseline, Run } from "./use-run.ts";

interface RunHeadProps {
  readonly run: Run;
  readonly baseline: Baseline | undefined;
  /** Whether the baseline is still being asked for: its room is kept, so that nothing moves once it is there. */
  readonly isComing: boolean;
}

/** The verdict in words, then what was measured, with what. */
export function RunHead({ run, baseline, isComing }: RunHeadProps) {
  const { about, name, startedAt, shortId, runId, models } = { ...run, ...run.about };
  const left = timeLeft(run);
  const sets = about.sets.map((set) => set.name ?? set.evalSetId).join(", ");
  return (
    <header className="pagehead">
      <div className="row">
        <h1>{name ?? sets}</h1>
        <span className="chip">
          <Glyph state={stateOf(run)} isSilent />
          {stateWords[run.state]}
          {left !== undefined && `, about ${secondsText(left)} left`}
        </span>
        <RunActions run={run} baseline={baseline} isComing={isComing} />
      </div>
      <p className={`lead${isComing ? " coming" : ""}`}>
        <strong>{runSentence(run)}</strong>{" "}
        {baseline?.runId !== undefined &&
          baselineSentence(baseline.comparison, baseline.name ?? baseline.shortId)}
      </p>
      {run.endDetail !== undefined && run.state === "stopped-early" && (
        <p className="small muted">{run.endDetail}</p>
      )}
      <QuarantineNote sets={about.sets} gates={about.gates} />
      <JudgeCheckNote judgeChecks={run.judgeChecks} />
      <RunGates run={run} />
      <dl className="facts">
        <Fact name="agent" value={agentLabel(about.agent)} />
        {about.agent.hash !== undefined && (
          <Fact name="agent hash" value={about.agent.hash.slice(0, 7)} isWide />
        )}
        {(models ?? []).length > 0 && <Fact name="models" value={(models ?? []).join(", ")} />}
        {about.git !== undefined && (
          <Fact
            name="commit"
            value={`${about.git.commit.slice(0, 7)}${about.git.dirty ? " with changes" : ""}`}
          />
        )}
        <Fact
          name={about.sets.length === 1 ? "set" : "sets"}
          value={about.sets.map((set) => pathOf(set, about.cwd)).join(", ")}
        />
        {about.trials > 1 && <Fact name="trials" value={`${about.trials}`} />}
        <Fact name="run" value={shortId} title={runId} />
        <Fact name="started" value={timeText(startedAt)} isPlain isWide />
      </dl>
    </header>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: string;
  readonly title?: string;
  readonly isPlain?: boolean;
  readonly isWide?: boolean;
}

function Fact({ name, value, title = value, isPlain, isWide }: FactProps) {
  return (
    <div className={isWide === true ? "wide" : undefined}>
      <dt>{name}</dt>
      <dd className={isPlain === true ? undefined : "mono clip"} title={title}>
        {value}
      </dd>
    </div>
  );
}

/** As it would be typed where the run was started. */
function pathOf({ path, evalSetId }: Run["about"]["sets"][number], cwd = ""): string {
  if (path === undefined) return evalSetId;
  return cwd !== "" && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
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
