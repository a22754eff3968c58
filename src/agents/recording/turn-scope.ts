import { AsyncLocalStorage } from "node:async_hooks";
import type { Step, Turn } from "../../core/agent.ts";

/** What belongs to one turn of an agent that runs in our process: its prints, and a way to end it from outside. */
export interface TurnScope {
  /** Undefined: what is printed goes where it always goes. */
  readonly output?: BoundedOutput | undefined;
  /** Whose code it is, at the head of a sentence; "The agent" unless given. */
  readonly who?: string | undefined;
  /** What is going on, for code that gets stuck in the midst of it. */
  readonly doing?: Activity | undefined;
  /** For those who watch an agent from outside, to be written through `writeObserved`. An agent that is only loaded has none. */
  readonly recording?: { readonly turn: Turn; readonly steps: Step[] };
  /** Who has observed this turn so far: `adk`, `ai-sdk`, `wire`. One who knows less leaves a model call to the other. */
  sources?: Set<string>;
  /** Steps that were observed from outside, not reported by the agent. */
  seen?: Set<Step>;
  /** The agent has returned its answer, not a promise of one: none of its code runs any more. */
  answeredAtOnce?: boolean;
  /** Ends the turn, when the agent did something that it could swallow itself. False when the turn is over. */
  fail(error: unknown): boolean;
}

/** Of which conversation it is, and which turn or metric of it. */
export interface Activity {
  readonly evalSetId: string;
  readonly evalId: string;
  readonly trial: number;
  /** Counted from 0. */
  turn?: number | undefined;
  metric?: string | undefined;
}

/** Follows an agent's callbacks and promises, so that what they print or throw is reported with the right case. */
export const turnScope = new AsyncLocalStorage<TurnScope>();

// its own, since what all storages share can be replaced
for (const name of ["run", "exit", "getStore"] as const) {
  Object.defineProperty(turnScope, name, { value: turnScope[name] });
}

/** Prints that one case may keep; an agent in a print loop must not fill our memory. */
const OUTPUT_LIMIT = 64 * 1024;

export interface BoundedOutput {
  add(text: string): void;
  /** What was printed, and forgets it. */
  take(): string | undefined;
  /** Undefined when nothing was printed. */
  text(): string | undefined;
}

export function boundedOutput(limit = OUTPUT_LIMIT): BoundedOutput {
  return new Output(limit);
}

/** A class, since there is one for every turn: methods are shared, and nearly all turns print nothing. */
class Output implements BoundedOutput {
  readonly #limit: number;
  #kept = "";
  #left = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(text: string): void {
    const room = Math.max(0, this.#limit - this.#kept.length);
    this.#kept += text.length <= room ? text : text.slice(0, room);
    this.#left += Math.max(0, text.length - room);
  }

  take(): string | undefined {
    const text = this.text();
    this.#kept = "";
    this.#left = 0;
    return text;
  }

  text(): string | undefined {
    if (this.#kept === "") return undefined;
    if (this.#left === 0) return this.#kept;
    return `${this.#kept}\n… ${this.#left} more characters were printed and left out.\n`;
  }
}

/** An agent's failure that already is a whole sentence. */
export class AgentFault extends Error {
  override readonly name = "AgentFault";
}
