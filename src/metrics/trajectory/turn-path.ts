import type { FunctionCall } from "../../core/content.ts";
import {
  type Invocation,
  type InvocationEvent,
  isRecorded,
  toolCallsOf,
} from "../../core/invocation.ts";

/** What counts as a step of a trajectory. As in ADK only tool calls do, unless a config asks for more. */
export type StepKind = "tools" | "agents" | "models";

export const stepKinds: readonly StepKind[] = ["tools", "agents", "models"];

/**
 * The steps of a turn by name: tool calls with their arguments, an agent when it takes over from another, a model when
 * it answered. What is written by hand lists all of them under `tool_uses`, whatever they are.
 */
export function turnPath(turn: Invocation, kinds: readonly StepKind[]): readonly FunctionCall[] {
  const data = turn.intermediateData;
  if (isToolsOnly(kinds) || !isRecorded(data)) return toolCallsOf(turn);
  const steps: FunctionCall[] = [];
  let acting: string | undefined;
  for (const event of data.invocationEvents) {
    if (kinds.includes("agents") && event.author !== acting) steps.push({ name: event.author });
    acting = event.author;
    if (kinds.includes("models") && isModelCall(event)) {
      steps.push({ name: event.modelVersion ?? "model" });
    }
    if (kinds.includes("tools")) steps.push(...callsOf(event));
  }
  return steps;
}

export function isToolsOnly(kinds: readonly StepKind[]): boolean {
  return kinds.length === 1 && kinds[0] === "tools";
}

function isModelCall({ usageMetadata, modelVersion }: InvocationEvent): boolean {
  return usageMetadata !== undefined || modelVersion !== undefined;
}

function callsOf({ content }: InvocationEvent): readonly FunctionCall[] {
  return (content?.parts ?? []).flatMap(({ functionCall }) =>
    functionCall === undefined ? [] : [functionCall],
  );
}
