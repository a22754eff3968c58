import type { ToolAnswer } from "../../core/environment.ts";
import { asObject } from "../recording/plain-data.ts";
import { simulatedAnswer } from "../recording/turn-environment.ts";
import { turnScope } from "../recording/turn-scope.ts";

type Execute = (this: unknown, input: unknown, options?: object) => unknown;

const asking = new WeakSet<Execute>();

/** Lets the simulated environment of a turn answer in the place of an agent's tools. Elsewhere they do what they always did. */
export function simulateTools(tools: Readonly<Record<string, unknown>>): void {
  for (const [name, tool] of Object.entries(tools)) {
    const { execute } = (tool ?? {}) as { execute?: Execute };
    // a tool without a function waits for the user, and is nobody's to simulate
    if (execute === undefined || asking.has(execute) || Object.isFrozen(tool)) continue;
    const asks = askingFirst(name, execute);
    asking.add(asks);
    (tool as { execute: Execute }).execute = asks;
  }
}

function askingFirst(name: string, execute: Execute): Execute {
  return function ask(input, options) {
    const turn = turnScope.getStore()?.recording?.turn;
    const answer = turn && simulatedAnswer(turn, name, asObject(input ?? {}, "value"));
    const run = () => execute.call(this, input, options);
    if (answer === undefined) return run();
    if (!(answer instanceof Promise)) return answer.kind === "real" ? run() : answer.result;
    return answer.then((each: ToolAnswer) => (each.kind === "real" ? lastOf(run()) : each.result));
  };
}

/** The SDK looks for a stream before it waits for a result, so one that comes late is read here. */
async function lastOf(result: unknown): Promise<unknown> {
  const isStream = typeof result === "object" && result !== null && Symbol.asyncIterator in result;
  if (!isStream) return result;
  let last: unknown;
  for await (const piece of result as AsyncIterable<unknown>) last = piece;
  return last;
}
