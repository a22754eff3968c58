import type { Invocation } from "./invocation.ts";

/** The environment of an agent: may answer a tool call in the tool's place. One for each conversation. */
export interface Environment {
  /** Answers at once where nothing has to be waited for, so that tools that answer at once still can. */
  before(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    context: ToolCallContext,
  ): ToolAnswer | Promise<ToolAnswer>;
  /** Restores the environment as it was after these turns, when a conversation goes on after a crash. */
  restore(history: readonly Invocation[], signal: AbortSignal): Promise<void>;
  /** What it answered in the place of tools in a turn, in the order it did. */
  answersIn(turn: number): readonly SimulatedAnswer[];
  /** What the simulation could not do in this turn, in a sentence; such a conversation shows nothing about the agent. */
  problemOf(turn: number, invocation: Invocation): string | undefined;
}

export interface SimulatedAnswer {
  readonly tool: string;
  readonly result: Readonly<Record<string, unknown>>;
}

export interface ToolCallContext {
  /** Counted from 0. */
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** What becomes of a tool call. */
export type ToolAnswer =
  | { readonly kind: "real" }
  | { readonly kind: "simulated"; readonly result: Readonly<Record<string, unknown>> }
  | {
      readonly kind: "simulation-error";
      readonly message: string;
      /** What the agent gets instead of an answer. */
      readonly result: Readonly<Record<string, unknown>>;
    };
