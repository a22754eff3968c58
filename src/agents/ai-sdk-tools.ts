import { currentFrame, frames, insideTool } from "./ai-sdk-frame.ts";

type Execute = (this: unknown, input: unknown, options?: { toolCallId?: string }) => unknown;

const followed = new WeakSet<Execute>();

/**
 * Version 6 tells when a tool begins and ends, but not what runs inside it. So the tools of a call are made to carry
 * their own place along; outside of a turn they do what they always did.
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
    if (frame === undefined) return execute.call(this, input, options);
    const inside = insideTool(frame, options?.toolCallId ?? name, name);
    const result = frames.run(inside, () => execute.call(this, input, options));
    return isStream(result) ? within(result, (next) => frames.run(inside, next)) : result;
  };
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
