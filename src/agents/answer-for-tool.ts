import type { ToolAnswer } from "../core/environment.ts";
import { turnScope } from "./turn-scope.ts";

/** What a tool answers: by the simulated world of the turn where there is one and it has something to say, else by running. */
export function answerForTool<Args extends object>(
  tool: string,
  args: Args,
  run: (args: Args) => unknown,
): unknown {
  const answer = simulatedAnswer(tool, args);
  if (answer instanceof Promise) return answer.then((each) => resultOf(each, () => run(args)));
  return answer === undefined ? run(args) : resultOf(answer, () => run(args));
}

/** Undefined where no world is simulated. */
export function simulatedAnswer(
  tool: string,
  args: object,
): ToolAnswer | Promise<ToolAnswer> | undefined {
  const scope = turnScope.getStore();
  const { world, recording } = scope ?? {};
  if (world === undefined || recording === undefined) return undefined;
  const { environment, turn } = world;
  const { signal } = recording.turn;
  return environment.before(tool, args as Readonly<Record<string, unknown>>, { turn, signal });
}

function resultOf(answer: ToolAnswer, run: () => unknown): unknown {
  return answer.kind === "real" ? run() : answer.result;
}
