import { AsyncLocalStorage } from "node:async_hooks";
import type { Step, Turn } from "../../core/agent.ts";
import type { BoundedOutput } from "./bounded-output.ts";

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
  /** Hears of pieces of an answer while it is made; the whole of it comes as a step. */
  readonly onText?: ((piece: string) => void) | undefined;
  /** Pieces of an answer that was not finished; they count as said where the turn ends without it. */
  unsaid?: string;
  /** Who has observed this turn so far: `adk`, `ai-sdk`, `wire`. One who knows less leaves a model call to the other. */
  sources?: Set<string>;
  /** Steps that were observed from outside, not reported by the agent. */
  seen?: Set<Step>;
  /** The agent has returned its answer, not a promise of one: none of its code runs any more. */
  answeredAtOnce?: boolean;
  /** The turn or metric has ended: code of it that still runs was left behind. */
  isOver?: boolean;
  /** Ends the turn, when the agent did something that it could swallow itself. False when the turn is over. */
  fail(error: unknown): boolean;
}

/** Of which conversation it is, and which turn or metric of it. */
export interface Activity {
  /** Where a process has a share in several runs. */
  readonly runId?: string | undefined;
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

/** As it is now: code that is left behind stays that of its turn or metric, whatever comes after. */
export function doingOf(scope: TurnScope | undefined): Activity | undefined {
  return scope?.doing && { ...scope.doing };
}

/** An agent's failure that already is a whole sentence. */
export class AgentFault extends Error {
  override readonly name = "AgentFault";
}
