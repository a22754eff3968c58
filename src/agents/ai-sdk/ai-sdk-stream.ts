import type { SdkResult } from "./ai-sdk-result.ts";

/** What an agent of the SDK gives when it is asked to stream: parts as they come, and the whole of it when it is over. */
export interface SdkStream {
  readonly fullStream: AsyncIterable<StreamPart>;
  readonly text: PromiseLike<SdkResult["text"]>;
  readonly steps: PromiseLike<SdkResult["steps"]>;
  readonly response: PromiseLike<SdkResult["response"]>;
  readonly responseMessages?: PromiseLike<SdkResult["responseMessages"]>;
}

interface StreamPart {
  readonly type: string;
  readonly text?: string;
  readonly error?: unknown;
}

/** Reads a stream to its end: pieces of text are told, and an error in it is thrown as it would be without a stream. */
export async function readStream(
  stream: SdkStream | undefined,
  onText: (piece: string) => void,
): Promise<SdkResult> {
  if (stream === undefined) return {};
  for await (const { type, text, error } of stream.fullStream) {
    if (type === "error") throw error;
    if (type === "text-delta" && text) onText(text);
  }
  const [text, steps, response, responseMessages] = await Promise.all([
    stream.text,
    stream.steps,
    stream.response,
    stream.responseMessages,
  ]);
  // version 6 has no messages of the whole run
  return { text, steps, response, ...(responseMessages && { responseMessages }) } as SdkResult;
}
