import { ARGUMENT_MEANING } from "../../../../core/case-settings.ts";
import type { MetricDetails } from "../../../../core/metric-outcome.ts";
import type { CallEndEvent } from "../../../../core/run.ts";
import { dollarsText } from "../../../lib/amounts.ts";
import { JudgePrompt } from "./judge-prompt.tsx";

interface JudgeSaysProps {
  readonly metric: string;
  readonly details: MetricDetails | undefined;
  readonly calls: readonly CallEndEvent[];
  readonly turn: number;
}

/** How a judged score came about: the votes, the judge's reason, what it cost and every reply as it came. */
export function JudgeSays({ metric, details, calls, turn }: JudgeSaysProps) {
  const own = calls.filter(
    ({ role, step, turn: asked }) =>
      role === "judge" && isAskedBy(step, metric) && (asked === turn || asked === -1),
  );
  const votes = votesIn(details);
  const rationale = typeof details?.rationale === "string" ? details.rationale : undefined;
  const notes = details?.judge as JudgeNotes | undefined;
  if (own.length === 0 && votes === undefined && notes === undefined) return null;
  const costs = own.map(({ cost }) => cost);
  const cost = costs.includes(undefined)
    ? undefined
    : costs.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const model = notes?.model ?? own[0]?.model;
  return (
    <div className="judged">
      {votes !== undefined && <Votes votes={votes} />}
      {rationale !== undefined && <p>“{rationale}”</p>}
      <p className="small faint">
        <span className="mono">{model}</span>
        {notes?.promptVersion !== undefined && (
          <span title={notes.promptHash}>, prompt version {notes.promptVersion}</span>
        )}
        {own.length > 0 &&
          (cost === undefined ? ", cost unknown" : `, judging cost ${dollarsText(cost)}`)}
      </p>
      {own[0] !== undefined && <JudgePrompt call={own[0]} metric={metric} turn={turn} />}
      {own.length > 0 && (
        <details>
          <summary>Raw replies ({own.length})</summary>
          {own.map((call) => (
            <div key={call.callKey}>
              <p className="small muted">
                {call.step}, sample {call.sample + 1}, {call.reply.finish}
              </p>
              <pre className="printed raw">{call.reply.text}</pre>
            </div>
          ))}
        </details>
      )}
    </div>
  );
}

interface JudgeNotes {
  readonly model?: string;
  readonly promptVersion?: string | number;
  readonly promptHash?: string;
}

interface VoteCounts {
  readonly valid: number;
  readonly invalid: number;
  readonly unusable: number;
}

function votesIn(details: MetricDetails | undefined): VoteCounts | undefined {
  const votes = details?.votes as Partial<VoteCounts> | undefined;
  if (typeof votes?.valid !== "number" || typeof votes.invalid !== "number") return undefined;
  return { valid: votes.valid, invalid: votes.invalid, unusable: votes.unusable ?? 0 };
}

function Votes({ votes: { valid, invalid, unusable } }: { readonly votes: VoteCounts }) {
  const text = `${valid} valid, ${invalid} invalid${unusable > 0 ? `, ${unusable} could not be used` : ""}`;
  const marks = [...Array(invalid).fill("f"), ...Array(valid).fill("p")];
  return (
    <p className="row">
      <span className="votes" aria-hidden="true">
        {marks.map((kind, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: votes have no other name than their place
          <i key={at} className={kind} />
        ))}
      </span>
      {text}
    </p>
  );
}

/** A metric asks in steps of its own name: `hallucinations_v1 label`. What arguments mean is asked once for all metrics of calls. */
function isAskedBy(step: string, metric: string): boolean {
  return isStepOf(step, metric) || (comparesCalls.test(metric) && isStepOf(step, ARGUMENT_MEANING));
}

const comparesCalls = /^tool_trajectory_|^single_tool_use$/;

function isStepOf(step: string, name: string): boolean {
  return step === name || (step.startsWith(name) && !/\w/.test(step[name.length] ?? ""));
}
