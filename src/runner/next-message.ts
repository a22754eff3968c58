import { deadlineSignal, withDeadline } from "../core/async/deadline.ts";
import type { EvalCase } from "../core/eval-set.ts";
import type { Invocation } from "../core/invocation.ts";
import type { UserMove, UserSimulator } from "../core/user-simulator.ts";

type Move = UserMove | { readonly type: "fault"; readonly message: string };

interface MoveRequest {
  readonly user: UserSimulator;
  /** By a model: its call ends with the deadline. Written users answer at once and need no signal of their own. */
  readonly isPlayed: boolean;
  readonly invocations: readonly Invocation[];
  readonly leftMs: number;
  readonly kill: AbortSignal;
}

/** How long a call that was stopped may take to say so. */
const GRACE_MS = 100;

/** What the user does next. Whatever goes wrong here, be it that it takes too long, is no failure of the agent. */
export async function nextMessage(request: MoveRequest): Promise<Move> {
  const { user, isPlayed, invocations, leftMs, kill } = request;
  const deadline = isPlayed ? deadlineSignal(kill, leftMs, waitedText) : undefined;
  try {
    const move = await withDeadline(() => user.next(invocations, deadline?.signal ?? kill), {
      milliseconds: isPlayed ? leftMs + GRACE_MS : leftMs,
      signal: kill,
      waitingFor: "the user's next message",
    });
    // what somebody does about being stopped is not what the user does
    kill.throwIfAborted();
    return move;
  } catch (error) {
    if (kill.aborted) throw error;
    return { type: "fault", message: error instanceof Error ? error.message : String(error) };
  } finally {
    deadline?.clear();
  }
}

function waitedText(seconds: number): string {
  return `Waited ${seconds} s for the user's next message.`;
}

export interface UserFault {
  readonly status: "not-evaluated";
  readonly reason: "simulator-fault";
  readonly detail: string;
}

/** Undefined when the conversation ended as it should. */
export function endByUser(
  move: Exclude<Move, { readonly type: "say" }>,
  turn: number,
  { conversation }: EvalCase,
): UserFault | undefined {
  // a written conversation may be empty; a simulated one that never began shows nothing
  const isFault = move.type === "fault" || (turn === 0 && conversation === undefined);
  if (!isFault) return undefined;
  const message = move.type === "fault" ? move.message : `It said nothing: ${move.why}.`;
  const detail = `The simulated user failed at turn ${turn + 1}: ${message}`;
  return { status: "not-evaluated", reason: "simulator-fault", detail };
}
