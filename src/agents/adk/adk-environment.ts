import { simulatedAnswer } from "../recording/turn-environment.ts";
import { turnScope } from "../recording/turn-scope.ts";
import type { AdkPackage } from "./adk-package.ts";

interface ToolCall {
  readonly tool: { readonly name: string };
  readonly toolArgs: Readonly<Record<string, unknown>>;
}

/** A plugin of the agent's own ADK that lets the simulated environment of a turn answer in the place of tools. */
export function adkEnvironment({ BasePlugin }: AdkPackage): object {
  const plugin = new BasePlugin("assay_environment");
  return Object.assign(plugin, {
    async beforeToolCallback({ tool, toolArgs }: ToolCall) {
      const turn = turnScope.getStore()?.recording?.turn;
      const answer = turn && (await simulatedAnswer(turn, tool.name, toolArgs));
      return answer === undefined || answer.kind === "real" ? undefined : answer.result;
    },
  });
}
