import { DeadlinePassed } from "../core/async/deadline.ts";
import type { Environment } from "../core/environment.ts";
import { messageOf, readableError } from "../core/errors.ts";
import type { Invocation } from "../core/invocation.ts";
import type { TurnRequests } from "../core/requests/kept-requests.ts";
import type { CaseEndEvent } from "../core/run.ts";
import type { ReasonCode } from "../core/verdict.ts";
import type { TurnResult } from "./run-plan.ts";

/** How a case ends, as far as it is known. */
export type Ending = Pick<CaseEndEvent, "status"> & Partial<CaseEndEvent>;

/** A conversation that the end of the run left open. */
export interface Abandoned {
  readonly waitingFor?: string | undefined;
}

/** A simulated environment that cannot go on is no failure of the agent, which has not been asked yet. */
export async function endByTakingUp(
  environment: Environment | undefined,
  invocations: readonly Invocation[],
  kill: AbortSignal,
): Promise<Ending | undefined> {
  if (environment === undefined || invocations.length === 0) return undefined;
  try {
    await environment.restore(invocations, kill);
    return undefined;
  } catch (error) {
    if (kill.aborted) throw error;
    const detail = `The simulated environment could not go on after turn ${invocations.length}: ${messageOf(error)}`;
    return { status: "not-evaluated", reason: "simulator-fault", detail, simulated: "environment" };
  }
}

/** Undefined when the conversation goes on. */
export function endByTurn(
  result: TurnResult,
  turn: number,
  problemOfEnvironment: string | undefined,
): { readonly stopped?: Ending; readonly abandoned?: Abandoned } | undefined {
  if (result.status === "cancelled") return { abandoned: { waitingFor: result.problem } };
  if (problemOfEnvironment !== undefined) {
    // what an agent does about an answer that its tool would never give shows nothing about the agent
    const detail = `Turn ${turn + 1}: ${problemOfEnvironment}`;
    const stopped = { status: "not-evaluated", reason: "simulator-fault", detail } as const;
    return { stopped: { ...stopped, simulated: "environment", partial: result.invocation } };
  }
  const isLost = result.status === "failed" || result.status === "timeout";
  return isLost ? { stopped: lostTurn(result, turn) } : undefined;
}

/** A turn that is lost may be so for what its model was sent. */
export function withRequests(
  ended: { readonly stopped?: Ending; readonly abandoned?: Abandoned },
  partialRequests: TurnRequests | undefined,
): typeof ended {
  const { stopped } = ended;
  if (stopped?.partial === undefined || partialRequests === undefined) return ended;
  return { ...ended, stopped: { ...stopped, partialRequests } };
}

function lostTurn(result: TurnResult, turn: number): Ending {
  return {
    status: "failed",
    reason: result.status === "timeout" ? "timeout" : "agent-error",
    detail: `Turn ${turn + 1}: ${result.problem ?? "the agent failed without saying why."}`,
    partial: result.invocation,
    ...(result.output === undefined ? {} : { output: result.output }),
  };
}

/** An agent that throws before or between turns has failed its case; nothing else was measured. */
export function brokenBy(thrown: unknown): Ending {
  const error = readableError(thrown);
  const reason: ReasonCode = error instanceof DeadlinePassed ? "timeout" : "agent-error";
  return { status: "failed", reason, detail: messageOf(error) };
}
