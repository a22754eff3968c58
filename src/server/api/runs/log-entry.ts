import { textOf } from "../../../core/content.ts";
import { toolCallsOf } from "../../../core/invocation.ts";
import type { RunEvent } from "../../../core/run.ts";
import type { PlacedEvent } from "../../../core/run-store.ts";
import { plural } from "../../../core/text/plural.ts";
import { reasonWords } from "../../../core/text/reason-words.ts";
import type { Status } from "../../../core/verdict.ts";

/** One event of a run in a line. */
export interface LogEntry {
  readonly seq: number;
  readonly type: RunEvent["type"];
  readonly at?: string | undefined;
  readonly evalSetId?: string | undefined;
  readonly evalId?: string | undefined;
  /** From 1. */
  readonly trial?: number | undefined;
  readonly text: string;
  /** Of a case that ended. */
  readonly status?: Status | undefined;
  readonly isProblem?: boolean | undefined;
}

export function logEntry({ seq, event }: PlacedEvent): LogEntry {
  const at = "at" in event ? event.at : undefined;
  const own = { seq, type: event.type, ...(at && { at }) };
  const { text, isProblem } = wordsFor(event);
  const said = { text, ...(isProblem === true && { isProblem }) };
  if (!("evalId" in event)) return { ...own, ...said };
  const { evalSetId, evalId, trial } = event;
  const status = event.type === "case-end" ? { status: event.status } : {};
  return { ...own, evalSetId, evalId, trial: trial + 1, ...status, ...said };
}

interface Words {
  readonly text: string;
  readonly isProblem?: boolean | undefined;
}

function wordsFor(event: RunEvent): Words {
  switch (event.type) {
    case "run-start":
      return {
        text: `began: ${plural(event.about.caseCount, "case", "cases")} of ${event.about.agent.name}`,
      };
    case "run-resume":
      return { text: "went on" };
    case "case-start":
      return { text: "began" };
    case "turn-end":
      return turnWords(event);
    case "state-set":
      return { text: "the session state was changed" };
    case "call-end": {
      const { role, model, step, milliseconds, cost } = event;
      const price = cost === undefined ? "" : `, $${Number(cost.toPrecision(3))}`;
      return { text: `${role} ${model} for ${step}, ${Math.round(milliseconds)} ms${price}` };
    }
    case "check-end":
      return { text: `${event.model} was asked control questions for ${event.metric}` };
    case "case-end":
      return caseWords(event);
    case "gates-end":
      return {
        text:
          event.gates.map(({ gate, outcome }) => `${gate}: ${outcome}`).join("; ") || "no gates",
        isProblem: event.gates.some(({ outcome }) => outcome === "not-met"),
      };
    case "run-end":
      return { text: event.detail ?? event.status, isProblem: event.status === "interrupted" };
    case "run-mark":
      return { text: markWords(event) };
  }
}

function turnWords({
  turn,
  invocation,
  wrote = [],
}: Extract<RunEvent, { type: "turn-end" }>): Words {
  const calls = toolCallsOf(invocation).map(({ name }) => name);
  const asked = textOf(invocation.userContent) ?? "";
  const did = calls.length === 0 ? "called nothing" : `called ${calls.join(", ")}`;
  const warned =
    wrote.length === 0 ? "" : ` It wrote to ${wrote.join(", ")}, which the run depends on.`;
  return {
    text: `turn ${turn + 1}: “${clipped(asked)}” ${did}${warned}`,
    isProblem: wrote.length > 0,
  };
}

function caseWords({
  status,
  reason,
  detail,
  duration,
}: Extract<RunEvent, { type: "case-end" }>): Words {
  const why = detail ?? (reason === undefined ? undefined : reasonWords(reason));
  const took = `${duration.toFixed(2)} s`;
  return {
    text: `${status.replace("-", " ")} after ${took}${why === undefined ? "" : `: ${why}`}`,
    isProblem: status === "failed",
  };
}

function markWords({ name, kept }: Extract<RunEvent, { type: "run-mark" }>): string {
  const named = name === undefined ? [] : [name === null ? "lost its name" : `was called ${name}`];
  const held = kept === undefined ? [] : [kept ? "is kept" : "may be removed"];
  return [...named, ...held].join(", ");
}

function clipped(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
