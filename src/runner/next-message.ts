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

/**
 * What the user does next. Whatever goes wrong here, be it that it takes too long, is no failure of the agent. A promise only
 * where the user gave one: written users of thousands of conversations answer at once.
 */
export function nextMessage(request: MoveRequest): Move | Promise<Move> {
  const { isPlayed, leftMs, kill } = request;
  if (isPlayed) return playedMessage(request);
  try {
    const move = ask(request, kill, leftMs);
    if (move instanceof Promise) return whenSaid(() => move, kill);
    kill.throwIfAborted();
    return move;
  } catch (error) {
    return faultOf(error, kill);
  }
}

async function playedMessage(request: MoveRequest): Promise<Move> {
  const { leftMs, kill } = request;
  const deadline = deadlineSignal(kill, leftMs, waitedText);
  try {
    return await whenSaid(() => ask(request, deadline.signal, leftMs + GRACE_MS), kill);
  } finally {
    deadline.clear();
  }
}

function ask(
  { user, invocations, kill }: MoveRequest,
  signal: AbortSignal,
  milliseconds: number,
): UserMove | Promise<UserMove> {
  return withDeadline(() => user.next(invocations, signal), {
    milliseconds,
    signal: kill,
    waitingFor: "the user's next message",
  });
}

async function whenSaid(say: () => UserMove | Promise<UserMove>, kill: AbortSignal): Promise<Move> {
  try {
    const move = await say();
    // what somebody does about being stopped is not what the user does
    kill.throwIfAborted();
    return move;
  } catch (error) {
    return faultOf(error, kill);
  }
}

function faultOf(error: unknown, kill: AbortSignal): Move {
  if (kill.aborted) throw error;
  return { type: "fault", message: messageOf(error) };
}

function waitedText(seconds: number): string {
  return `Waited ${seconds} s for the user's next message.`;
}
