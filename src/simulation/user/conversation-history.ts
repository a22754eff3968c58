import type { Content, Part } from "../../core/content.ts";
import { type Invocation, isRecorded } from "../../core/invocation.ts";

interface HistoryOptions {
  readonly includeFunctionCalls: boolean;
}

/** What was said so far, one paragraph each; with tool calls and their results where those are asked for. Thoughts stay out. */
export function conversationHistory(turns: readonly Invocation[], options: HistoryOptions): string {
  return turns.flatMap((turn) => linesOfTurn(turn, options)).join("\n\n");
}

function linesOfTurn(turn: Invocation, options: HistoryOptions): readonly string[] {
  const { userContent, finalResponse, intermediateData: data } = turn;
  const lines = linesOf("user", userContent, options);
  const events = isRecorded(data) ? data.invocationEvents : [];
  // the answer left its place among the events empty; one that also called something stayed there
  const isThere = finalResponse?.parts?.some((part) => part.functionCall) === true;
  const place = isThere ? -1 : events.findLastIndex(({ content }) => content === undefined);
  for (const [index, { author, content }] of events.entries()) {
    lines.push(...linesOf(author, index === place ? finalResponse : content, options));
  }
  if (!isThere && place === -1) {
    lines.push(...linesOf(events.at(-1)?.author ?? "agent", finalResponse, options));
  }
  return lines;
}

function linesOf(
  author: string,
  content: Content | undefined,
  { includeFunctionCalls }: HistoryOptions,
): string[] {
  const lines: string[] = [];
  for (const part of content?.parts ?? []) {
    if (part.text && part.thought !== true) lines.push(`${author}: ${part.text}`);
    else if (includeFunctionCalls) lines.push(...toolLine(author, part));
  }
  return lines;
}

function toolLine(author: string, { functionCall, functionResponse }: Part): readonly string[] {
  if (functionCall) {
    return [`${author} called the tool ${functionCall.name} with ${json(functionCall.args)}`];
  }
  if (functionResponse) {
    return [`the tool ${functionResponse.name} returned ${json(functionResponse.response)}`];
  }
  return [];
}

function json(value: unknown): string {
  return JSON.stringify(value ?? {});
}
