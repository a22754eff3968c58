import type { FunctionCall, FunctionResponse } from "../content.ts";
import { type Invocation, type InvocationEvent, isRecorded } from "../invocation.ts";

/** A tool call of a turn, with what came of it. */
export interface ToolStep {
  readonly call: FunctionCall;
  readonly author: string;
  response?: FunctionResponse;
  /** Which of the turn's responses that is. */
  responsePlace?: number;
}

/** The events of a turn, whichever form it is written in. */
export function eventsOf(
  { intermediateData: data }: Invocation,
  author: string,
): readonly InvocationEvent[] {
  if (data === undefined) return [];
  if (isRecorded(data)) return data.invocationEvents;
  const calls = data.toolUses.map((functionCall) => ({ functionCall }));
  const responses = (data.toolResponses ?? []).map((functionResponse) => ({ functionResponse }));
  return [
    { author, content: { role: "model", parts: calls } },
    { author, content: { role: "user", parts: responses } },
  ].filter(({ content }) => content.parts.length > 0);
}

/** The calls of these events in their order; of two with one id, the first response is the first one's. */
export function toolSteps(events: readonly InvocationEvent[]): readonly ToolStep[] {
  const steps: ToolStep[] = [];
  let place = 0;
  for (const { author, content } of events) {
    for (const { functionCall, functionResponse } of content?.parts ?? []) {
      if (functionCall !== undefined) steps.push({ call: functionCall, author });
      if (functionResponse === undefined) continue;
      const step = steps.find(
        ({ call, response }) => response === undefined && isAnswer(functionResponse, call),
      );
      if (step !== undefined) {
        step.response = functionResponse;
        step.responsePlace = place;
      }
      place += 1;
    }
  }
  return steps;
}

function isAnswer(response: FunctionResponse, call: FunctionCall): boolean {
  return response.id === call.id && (Boolean(response.id) || response.name === call.name);
}
