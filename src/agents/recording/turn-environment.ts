import type { Turn } from "../../core/agent.ts";
import type { Environment, ToolAnswer } from "../../core/environment.ts";
import { turnScope } from "./turn-scope.ts";

/** The simulated environment of a conversation, and which of its turns this is. */
export interface TurnEnvironment {
  readonly environment: Environment;
  /** Counted from 0. */
  readonly turn: number;
}

/** The agent has its own copy of this package, so the two meet on the turn, by a name that both know. */
const key = Symbol.for("assay.world");

export function setEnvironment(turn: Turn, { environment, turn: place }: TurnEnvironment): void {
  // what the environment asks its models is no doing of the agent, so nobody who observes the turn may see it
  const before: Environment["before"] = (tool, args, context) =>
    turnScope.exit(() => environment.before(tool, args, context));
  const outside: Pick<Environment, "before"> = { before };
  Object.defineProperty(turn, key, { value: { environment: outside, turn: place } });
}

interface ToolRun<Args extends object> {
  readonly name: string;
  readonly args: Args;
  readonly run: (args: Args) => unknown;
}

/** What a tool answers: by the simulated environment of the turn where that has something to say, else by running. */
export function answerForTool<Args extends object>(turn: Turn, tool: ToolRun<Args>): unknown {
  const { name, args, run } = tool;
  const answer = simulatedAnswer(turn, name, args);
  if (answer === undefined) return run(args);
  const resultOf = (each: ToolAnswer) => (each.kind === "real" ? run(args) : each.result);
  return answer instanceof Promise ? answer.then(resultOf) : resultOf(answer);
}

/** Undefined where nothing is simulated. */
export function simulatedAnswer(
  turn: Turn,
  tool: string,
  args: object,
): ToolAnswer | Promise<ToolAnswer> | undefined {
  const found = (turn as Turn & { readonly [key]?: TurnEnvironment })[key];
  if (found === undefined) return undefined;
  const context = { turn: found.turn, signal: turn.signal };
  return found.environment.before(tool, args as Readonly<Record<string, unknown>>, context);
}
