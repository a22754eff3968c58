import type { Origin, Step, Turn, Usage } from "../../core/agent.ts";
import { performance } from "../../core/async/own-timers.ts";
import { plainData } from "./plain-data.ts";
import { sentRequest } from "./sent-request.ts";
import { outcomeMistake, usageMistake } from "./step-mistake.ts";

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
    const at = this.#to.elapsed();
    if (text !== "") this.#to.add({ type: "text", at, text, ...besides(origin, "thought") });
  };

  readonly call: Turn["call"] = (id, tool, args, origin) => {
    if (typeof tool !== "string") throw new TypeError("turn.call was given a tool without a name");
    const at = this.#to.elapsed();
    const step = { id: plain(id), tool, args: plainData(args) };
    this.#to.add({ type: "call", at, ...step, ...besides(origin) });
  };

  readonly result: Turn["result"] = (id, tool, outcome, origin) => {
    const mistake = outcomeMistake(outcome);
    if (mistake !== undefined) throw new TypeError(mistake);
    const { output, error } = outcome;
    const call = tool === undefined ? this.#to.find("call", id) : undefined;
    const named = tool ?? (call?.type === "call" ? call.tool : "unknown");
    const at = this.#to.elapsed();
    const step = {
      id: plain(id),
      tool: plain(named),
      output: plainData(output),
      error: plain(error),
    };
    this.#to.add({ type: "result", at, ...step, ...besides(origin) });
  };

  readonly pause: Turn["pause"] = (id, why, options) => {
    const step = { at: this.#to.elapsed(), id: plain(id), why: plain(why) };
    this.#to.add({ type: "pause", ...step, ...besides(options, "tool", "detail") });
  };

  readonly fault: Turn["fault"] = (message, options) => {
    const at = this.#to.elapsed();
    this.#to.add({ type: "fault", at, message: plain(message), ...besides(options, "code") });
  };

  readonly usage: Turn["usage"] = (counts, { request, ...options } = {}) => {
    const mistake = usageMistake(counts);
    if (mistake !== undefined) throw new TypeError(mistake);
    const { cached, reasoning } = counts;
    // some models answer null for what they did not count
    const [input, output, calls] = [counts.input ?? 0, counts.output ?? 0, counts.calls ?? 1];
    const usage = plainData({ input, output, calls, cached, reasoning }) as Usage;
    const sent = request === undefined ? undefined : sentRequest(request);
    const at = this.#to.elapsed();
    const beside = besides(options, "model", "milliseconds");
    this.#to.add({ type: "usage", at, usage, ...beside, ...(sent && { request: sent }) });
  };

  readonly has: Turn["has"] = (type, id) => this.#to.find(type, id) !== undefined;
}

/** A getter or a method in what an agent tells would be its own code, in the midst of what makes a verdict. */
function plain<T>(told: T): T {
  return typeof told === "string" ? told : (plainData(told) as T);
}

/** What is told beside a step; it never stands in the place of what the step says. */
function besides(told: object | undefined, ...names: readonly string[]): object | undefined {
  if (told === undefined || told === null) return undefined;
  const kept: Record<string, unknown> = {};
  for (const name of ["author", "within", ...names]) {
    const value = plain((told as Record<string, unknown>)[name]);
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

/** Whether a step belongs to the agent itself and not to one that ran as its tool. */
export function isOutermost({ within }: Origin): boolean {
  return within === undefined || within.length === 0;
}
