import type { Origin, Step, Turn } from "../core/agent.ts";
import { plainData } from "./plain-data.ts";

/** A turn being written, and the end of its writing. */
export interface TurnSteps {
  readonly turn: Turn;
  readonly steps: Step[];
  /** Milliseconds since the turn began. */
  elapsed(): number;
  /** Aborts the turn's signal, for those who listen. */
  abort(): void;
  /** What a tool that nobody waits for any more reports later is no part of the turn. */
  close(): void;
}

/** The recorder that an agent writes to while a turn runs. */
export function turnSteps(): TurnSteps {
  const began = performance.now();
  const steps: Step[] = [];
  let isOpen = true;
  let isAborted = false;
  let controller: AbortController | undefined;

  const elapsed = () => performance.now() - began;
  const add = (step: Step): void => {
    if (isOpen) steps.push(step);
  };
  const find = (type: "call" | "result", id: string) =>
    steps.findLast((step) => step.type === type && step.id === id);

  const turn: Turn = {
    get signal() {
      // most agents never look at it, and a controller costs more than a whole scripted turn
      controller ??= new AbortController();
      if (isAborted) controller.abort();
      return controller.signal;
    },
    text(text, origin) {
      if (text !== "") add({ type: "text", at: elapsed(), text, ...origin });
    },
    call(id, tool, args, origin) {
      add({ type: "call", at: elapsed(), id, tool, args: plainData(args), ...origin });
    },
    result(id, tool, { output, error }, origin) {
      const call = tool === undefined ? find("call", id) : undefined;
      const named = tool ?? (call?.type === "call" ? call.tool : "unknown");
      const told = { id, tool: named, output: plainData(output), error };
      add({ type: "result", at: elapsed(), ...told, ...origin });
    },
    pause(id, why, options) {
      add({ type: "pause", at: elapsed(), id, why, ...options });
    },
    fault(message, options) {
      add({ type: "fault", at: elapsed(), message, ...options });
    },
    usage({ input = 0, output = 0, calls = 1, cached, reasoning }, options) {
      const usage = { input, output, calls, cached, reasoning };
      add({ type: "usage", at: elapsed(), usage, ...options });
    },
    has: (type, id) => find(type, id) !== undefined,
  };

  return {
    turn,
    steps,
    elapsed,
    abort() {
      isAborted = true;
      controller?.abort();
    },
    close() {
      isOpen = false;
    },
  };
}

/** Whether a step belongs to the agent itself and not to one that ran as its tool. */
export function isOutermost({ within }: Origin): boolean {
  return within === undefined || within.length === 0;
}
