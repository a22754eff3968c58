import type { Turn } from "../../core/agent.ts";
import { messageOf } from "../../core/errors.ts";
import { answerForTool } from "./turn-environment.ts";

const callsOf = new WeakMap<Turn, number>();

/**
 * Wraps a tool so that its calls are reported to the turn: name, arguments, and what came of it.
 *
 * @example
 * const getLight = tool(turn, "get_light", ({ room }: { room: string }) => lights[room]);
 * getLight({ room: "kitchen" });
 */
export function tool<Args extends object, Result>(
  turn: Turn,
  name: string,
  run: (args: Args) => Result,
): (args: Args) => Result {
  return (args) => {
    const count = (callsOf.get(turn) ?? 0) + 1;
    callsOf.set(turn, count);
    const id = `${name}-${count}`;
    turn.call(id, name, args);
    const fail = (error: unknown): never => {
      turn.result(id, name, { error: messageOf(error) });
      throw error;
    };
    const end = <T>(output: T): T => {
      turn.result(id, name, { output });
      return output;
    };
    try {
      const result = answerForTool(turn, { name, args, run }) as Result;
      return result instanceof Promise ? (result.then(end, fail) as Result) : end(result);
    } catch (error) {
      return fail(error);
    }
  };
}
