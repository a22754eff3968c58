import { deadlineSignal, withDeadline } from "../core/async/deadline.ts";
import { messageOf } from "../core/errors.ts";
import type { Invocation } from "../core/invocation.ts";
import type { UserMove, UserSimulator } from "../core/user-simulator.ts";

export type Move = UserMove | { readonly type: "fault"; readonly message: string };

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
    return { type: "fault", message: messageOf(error) };
  } finally {
    deadline?.clear();
  }
}

function waitedText(seconds: number): string {
  return `Waited ${seconds} s for the user's next message.`;
}
