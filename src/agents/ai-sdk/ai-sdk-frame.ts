import { AsyncLocalStorage } from "node:async_hooks";
import type { Origin, Turn } from "../../core/agent.ts";
import { writeObserved } from "../recording/observed-steps.ts";
import { type TurnScope, turnScope } from "../recording/turn-scope.ts";

/** Where in a turn a call of the AI SDK happens: by whom, and inside which tools. */
export interface Frame extends Origin {
  readonly scope: TurnScope;
  /** The diagnostics channel reports this call, so nobody else needs to. */
  readonly onChannel?: boolean;
  /** The stream is read by its adapter, which hears of its errors. */
  readonly isStreamed?: boolean;
}

export const frames = new AsyncLocalStorage<Frame>();

/** Undefined outside of turns: nobody asked to record those calls. */
export function currentFrame(): Frame | undefined {
  const scope = turnScope.getStore();
  if (scope?.recording === undefined) return undefined;
  const frame = frames.getStore();
  return frame?.scope === scope ? frame : { scope };
}

/** The frame of what a tool does. The SDK does not say which agent that is, so the tool gives the name. */
export function insideTool(frame: Frame, id: string, tool: string): Frame {
  return { ...frame, author: tool, within: [...(frame.within ?? []), id] };
}

const source = "ai-sdk";

/** Says that this turn's model calls are recorded here; the wire tap then leaves them alone. */
export function claimTurn({ scope }: Frame): void {
  scope.sources ??= new Set();
  scope.sources.add(source);
}

/** Writes to the frame's turn; `place` says where, for what is reported later than it happened. */
export function record(
  frame: Frame,
  write: (turn: Turn, origin: Origin) => void,
  place?: number,
): void {
  const origin: { author?: string; within?: readonly string[] } = {};
  if (frame.author !== undefined) origin.author = frame.author;
  if (frame.within !== undefined) origin.within = frame.within;
  writeObserved(frame.scope, { source, place }, (turn) => write(turn, origin));
}
