/** One event of a stream of server-sent events. */
export interface SentEvent {
  readonly name: string;
  readonly data: unknown;
}

/** The events of an answer as they come. A browser's own reader of such streams cannot send anything with its question. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      const blocks = `${rest}${text}`.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = eventOf(block);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Lines that begin with a colon keep the stream open and say nothing. */
function eventOf(block: string): SentEvent | undefined {
  let name = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data += line.slice(6);
  }
  return data === "" ? undefined : { name, data: JSON.parse(data) };
}
