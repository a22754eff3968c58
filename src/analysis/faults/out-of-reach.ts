import type { TurnScore } from "../../core/metric-outcome.ts";
import type { MetricResult } from "../../core/run.ts";
import { isObject } from "../../core/schema/parse-context.ts";

/** Too few answers of a judge that would have been enough, had none of the calls been lost on the way. */
export function wasOutOfReach({ perInvocation }: MetricResult): boolean {
  const open = perInvocation.filter(({ reason }) => reason === "judge-no-quorum");
  return open.length > 0 && open.every(({ details }) => isKeptFromQuorum(repliesIn(details)));
}

function isKeptFromQuorum(replies: readonly unknown[]): boolean {
  const reasons = replies.map((reply) => (isObject(reply) ? reply.reason : undefined));
  const lost = reasons.filter((reason) => lostCalls.has(reason)).length;
  const spoiled = reasons.filter((reason) => reason !== undefined).length - lost;
  return lost > 0 && replies.length - spoiled > replies.length / 2;
}

const lostCalls: ReadonlySet<unknown> = new Set(["judge-error", "timeout", "cancelled"]);

function repliesIn(details: TurnScore["details"]): readonly unknown[] {
  const judge = details?.judge;
  return isObject(judge) && Array.isArray(judge.replies) ? judge.replies : [];
}
