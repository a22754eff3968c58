import type { Origin, Step, Turn } from "../../core/agent.ts";
import { performance } from "../../core/async/own-timers.ts";
import { plainData } from "./plain-data.ts";
import { sentRequest } from "./sent-request.ts";
import { outcomeMistake } from "./step-mistake.ts";

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
export function turnSteps(onStep?: (step: Step) => void): TurnSteps {
  return new Recording(onStep);
}

class Recording implements TurnSteps {
  readonly steps: Step[] = [];
  readonly turn: Turn = new RecordedTurn(this);
  readonly #began = performance.now();
  #isOpen = true;
  #isAborted = false;
  #controller: AbortController | undefined;
  readonly #onStep: ((step: Step) => void) | undefined;

  constructor(onStep: ((step: Step) => void) | undefined) {
    this.#onStep = onStep;
  }

  elapsed(): number {
    return performance.now() - this.#began;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }

  close(): void {
    this.#isOpen = false;
  }

  signal(): AbortSignal {
    // most agents never look at it, and a controller costs more than a whole scripted turn
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  add(step: Step): void {
    if (!this.#isOpen) return;
    this.steps.push(step);
    this.#onStep?.(step);
  }

  find(type: "call" | "result", id: string): Step | undefined {
    return this.steps.findLast((step) => step.type === type && step.id === id);
  }
}

/** Own functions instead of methods, so that an agent can take them apart: `const { call, result } = turn`. */
class RecordedTurn implements Turn {
  readonly #to: Recording;

  constructor(recording: Recording) {
    this.#to = recording;
  }

  get signal(): AbortSignal {
    return this.#to.signal();
  }

  readonly text: Turn["text"] = (text, origin) => {
    if (typeof text !== "string")
      throw new TypeError("turn.text was given something else than text");
    if (text !== "") this.#to.add({ type: "text", at: this.#to.elapsed(), text, ...origin });
  };

  readonly call: Turn["call"] = (id, tool, args, origin) => {
    if (typeof tool !== "string") throw new TypeError("turn.call was given a tool without a name");
    const at = this.#to.elapsed();
    this.#to.add({ type: "call", at, id, tool, args: plainData(args), ...origin });
  };

  readonly result: Turn["result"] = (id, tool, outcome, origin) => {
    const mistake = outcomeMistake(outcome);
    if (mistake !== undefined) throw new TypeError(mistake);
    const { output, error } = outcome;
    const call = tool === undefined ? this.#to.find("call", id) : undefined;
    const named = tool ?? (call?.type === "call" ? call.tool : "unknown");
    const at = this.#to.elapsed();
    const plain = plainData(output);
    this.#to.add({ type: "result", at, id, tool: named, output: plain, error, ...origin });
  };

  readonly pause: Turn["pause"] = (id, why, options) => {
    this.#to.add({ type: "pause", at: this.#to.elapsed(), id, why, ...options });
  };

  readonly fault: Turn["fault"] = (message, options) => {
    this.#to.add({ type: "fault", at: this.#to.elapsed(), message, ...options });
  };

  readonly usage: Turn["usage"] = (
    { input = 0, output = 0, calls = 1, cached, reasoning },
    { request, ...options } = {},
  ) => {
    const usage = { input, output, calls, cached, reasoning };
    const sent = request === undefined ? undefined : sentRequest(request);
    const at = this.#to.elapsed();
    this.#to.add({ type: "usage", at, usage, ...options, ...(sent && { request: sent }) });
  };

  readonly has: Turn["has"] = (type, id) => this.#to.find(type, id) !== undefined;
}

/** Whether a step belongs to the agent itself and not to one that ran as its tool. */
export function isOutermost({ within }: Origin): boolean {
  return within === undefined || within.length === 0;
}
