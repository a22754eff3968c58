import { recordResult } from "./ai-sdk-content.ts";
import { currentFrame, type Frame, frames, insideTool } from "./ai-sdk-frame.ts";

type Execute = (this: unknown, input: unknown, options?: { toolCallId?: string }) => unknown;

const followed = new WeakSet<Execute>();

/**
 * Where no channel reports what runs inside a tool (version 6, or telemetry turned off), the tools of a call are made to
 * carry their own place along. Outside of a turn they do what they always did.
 */
export function followTools(tools: Readonly<Record<string, unknown>>): void {
  for (const [name, tool] of Object.entries(tools)) {
    const { execute } = (tool ?? {}) as { execute?: Execute };
    if (execute === undefined || followed.has(execute) || Object.isFrozen(tool)) continue;
    const follow = following(name, execute);
    followed.add(follow);
    (tool as { execute: Execute }).execute = follow;
  }
}

function following(name: string, execute: Execute): Execute {
  return function follow(input, options) {
    const frame = currentFrame();
    const id = options?.toolCallId ?? name;
    const isFollowed = frame === undefined || frame.within?.at(-1) === id;
    if (isFollowed) return execute.call(this, input, options);
    const inside = insideTool(frame, id, name);
    const result = frames.run(inside, () => execute.call(this, input, options));
    if (isStream(result)) return within(result, (next) => frames.run(inside, next));
    return result instanceof Promise ? ending(result, frame, { id, name }) : result;
  };
}

async function ending(
  result: Promise<unknown>,
  frame: Frame,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<unknown> {
  const part = { toolCallId: id, toolName: name };
  try {
    const output = await result;
    recordResult(frame, { ...part, type: "tool-result", output });
    return output;
  } catch (error) {
    recordResult(frame, { ...part, type: "tool-error", error });
    throw error;
  }
}

/** The body of a generator runs where it is asked for the next value. */
async function* within<T>(
  stream: AsyncIterable<T>,
  run: (next: () => Promise<IteratorResult<T>>) => Promise<IteratorResult<T>>,
): AsyncGenerator<T> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await run(() => iterator.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
