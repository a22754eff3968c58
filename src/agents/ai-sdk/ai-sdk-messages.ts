import type { TurnInput } from "../../core/agent.ts";
import type { Part } from "../../core/content.ts";

/** A message as the AI SDK expects it. */
export interface SdkMessage {
  readonly role: string;
  readonly content: unknown;
}

/** What an agent waits for: the approval of a call, or the result of a tool that it cannot run itself. */
export interface Waiting {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly approvalId?: string | undefined;
}

/**
 * What the user says. While calls wait, that is the answer to them, since the SDK accepts no other message before they
 * have one: a yes approves, anything else declines and is given as the reason.
 */
export function messageOf(input: TurnInput, waiting: readonly Waiting[]): SdkMessage {
  if ("answer" in input) {
    const { id, value } = input.answer;
    const asked = waiting.filter((each) => each.toolCallId === id || each.approvalId === id);
    return { role: "tool", content: asked.map((each) => answerTo(each, value)) };
  }
  if (waiting.length > 0) {
    return { role: "tool", content: waiting.map((each) => answerTo(each, input.text)) };
  }
  const files = (input.content.parts ?? []).flatMap(fileOf);
  if (files.length === 0) return { role: "user", content: input.text };
  return { role: "user", content: [{ type: "text", text: input.text }, ...files] };
}

function answerTo({ toolCallId, toolName, approvalId }: Waiting, value: unknown): object {
  if (approvalId !== undefined) {
    const reason = typeof value === "string" ? { reason: value } : {};
    return { type: "tool-approval-response", approvalId, approved: isYes(value), ...reason };
  }
  const output = typeof value === "string" ? { type: "text", value } : { type: "json", value };
  return { type: "tool-result", toolCallId, toolName, output };
}

function isYes(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") {
    return /^\W*(y|yes|yep|yeah|true|ok|okay|sure|go ahead|please do|do it|approved?|confirm(ed)?)\b/i.test(
      value,
    );
  }
  const { approved, confirmed } = (value ?? {}) as { approved?: unknown; confirmed?: unknown };
  return (approved ?? confirmed) === true;
}

function fileOf({ inlineData, fileData }: Part): readonly object[] {
  if (inlineData?.data !== undefined) {
    const mediaType = inlineData.mimeType ?? "application/octet-stream";
    return [{ type: "file", data: inlineData.data, mediaType }];
  }
  const { fileUri, mimeType } = (fileData ?? {}) as { fileUri?: string; mimeType?: string };
  if (fileUri === undefined || !URL.canParse(fileUri)) return [];
  const mediaType = mimeType ?? "application/octet-stream";
  return [{ type: "file", data: new URL(fileUri), mediaType }];
}
