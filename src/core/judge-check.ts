import type { ChatReply } from "./chat-model.ts";
import type { EvalCase } from "./eval-set.ts";
import type { Invocation } from "./invocation.ts";

/** A conversation whose verdict is known beforehand: what a judge is asked before it judges. */
export interface ControlQuestion {
  /** Names it in records and reports, once in its set. */
  readonly id: string;
  readonly label: "pass" | "fail";
  readonly evalCase: EvalCase;
  readonly actual: readonly Invocation[];
}

/** The control questions of a metric. They belong to one version of its prompt, and are looked through when that changes. */
export interface ControlSet {
  readonly metric: string;
  readonly promptVersion: number;
  /** Where pass and fail part for these questions, whatever a config asks of its own. */
  readonly threshold: number;
  readonly questions: readonly ControlQuestion[];
}

/** Whether judges are asked control questions: always, never, or all but one's own functions and the servers of `assay/testing`. */
export type JudgeCheckMode = "on" | "off" | "auto";

/** What came of asking a judge control questions for one metric. */
export interface JudgeCheck {
  readonly metric: string;
  /** As the config names it. */
  readonly model: string;
  /** `unfit`: not clearly better than chance. `open`: too few questions reached it. `off`: nobody asked. */
  readonly status: "fit" | "unfit" | "open" | "off";
  readonly right: number;
  readonly of: number;
  /** Ids of the questions it got wrong, and what it said; null where it came to no verdict. */
  readonly wrong: readonly { readonly id: string; readonly said: "pass" | "fail" | null }[];
  /** One sentence for a reader. */
  readonly detail: string;
  /** The record of its answers in the journal. */
  readonly record?: string | undefined;
  /** What this run paid for it; nothing where the record was there. */
  readonly paid: ModelCallTotals;
}

/** What judges, simulated users and simulated tools cost. */
export interface ModelCallTotals {
  readonly calls: number;
  readonly input: number;
  readonly output: number;
  /** US dollars; undefined when the price of any call is unknown. */
  readonly cost: number | undefined;
}

export const noCalls: ModelCallTotals = { calls: 0, input: 0, output: 0, cost: 0 };

export function addCall(
  totals: ModelCallTotals,
  call: { readonly reply: Pick<ChatReply, "usage">; readonly cost?: number | undefined },
): ModelCallTotals {
  const { usage } = call.reply;
  return addCalls(totals, {
    calls: 1,
    input: usage?.input ?? 0,
    output: usage?.output ?? 0,
    cost: call.cost,
  });
}

export function addCalls(one: ModelCallTotals, other: ModelCallTotals): ModelCallTotals {
  return {
    calls: one.calls + other.calls,
    input: one.input + other.input,
    output: one.output + other.output,
    cost: one.cost === undefined || other.cost === undefined ? undefined : one.cost + other.cost,
  };
}

/** What a reader of any report must know of the judges: who was not asked to prove itself, and who did not. */
export function judgeCheckLines({
  judgeChecks,
}: {
  readonly judgeChecks: readonly JudgeCheck[];
}): readonly string[] {
  const off = judgeChecks.filter(({ status }) => status === "off");
  const refused = judgeChecks.filter(isRefused).map(({ detail }) => detail);
  return off.length === 0 ? refused : [offText(off), ...refused];
}

/** A judge that does not judge. */
export function isRefused({ status }: JudgeCheck): boolean {
  return status === "unfit" || status === "open";
}

function offText(off: readonly JudgeCheck[]): string {
  const byModel = Map.groupBy(off, ({ model }) => model);
  const whom = [...byModel].map(
    ([model, checks]) => `${model} for ${checks.map(({ metric }) => metric).join(", ")}`,
  );
  return `Judge check off: no control questions were asked of ${whom.join("; ")}.`;
}
