import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the tests use of the package `ai`, whichever version is installed in a folder. */
export interface Sdk {
  readonly ToolLoopAgent: new (settings: object) => SdkAgent;
  readonly generateText: (call: object) => Promise<SdkResult>;
  readonly streamText: (call: object) => {
    readonly text: PromiseLike<string>;
    readonly textStream: AsyncIterable<string>;
  };
  readonly tool: (definition: object) => object;
  readonly jsonSchema: (schema: object) => unknown;
  readonly isStepCount?: (count: number) => unknown;
  readonly stepCountIs?: (count: number) => unknown;
  readonly z: { strictObject(schema: object): unknown; string(): unknown };
  readonly MockModel: new (behaviour: object) => object;
}

export interface SdkAgent {
  generate(call: { messages?: readonly object[]; prompt?: string }): Promise<SdkResult>;
}

interface SdkResult {
  readonly text: string;
  readonly response: { readonly messages: readonly object[] };
  readonly steps: readonly {
    readonly toolCalls: readonly { toolCallId: string; toolName: string; input: unknown }[];
  }[];
}

export async function sdkIn(folder: string): Promise<Sdk> {
  const { resolve } = createRequire(join(folder, "package.json"));
  const load = (name: string) => import(pathToFileURL(resolve(name)).href);
  const [sdk, mocks, zod] = await Promise.all(["ai", "ai/test", "zod"].map(load));
  return { ...sdk, z: zod.z, MockModel: mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3 };
}

/** What a scripted model is asked: the last thing the user said, the system prompt, and how often it was asked since. */
export interface Asked {
  readonly text: string;
  readonly system: string;
  /** Answers of tools since the user spoke, newest last. */
  readonly results: readonly unknown[];
}

export type Reply = {
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly tool: string;
    readonly args?: object;
  }[];
  readonly tokens?: readonly [input: number, output: number];
};

interface PromptMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
}

/** A model that answers by a function, in one piece or as a stream. */
export function scriptedModel({ MockModel }: Sdk, reply: (asked: Asked) => Reply): object {
  const answer = (prompt: readonly PromptMessage[]) => {
    const { text, calls = [], tokens = [10, 5] } = reply(askedBy(prompt));
    const parts = calls.map(({ id, tool, args = {} }) => {
      return { type: "tool-call", toolCallId: id, toolName: tool, input: JSON.stringify(args) };
    });
    return {
      content: [...(text === undefined ? [] : [{ type: "text", text }]), ...parts],
      finishReason: { unified: calls.length > 0 ? "tool-calls" : "stop", raw: undefined },
      usage: { inputTokens: { total: tokens[0] }, outputTokens: { total: tokens[1] } },
      warnings: [],
    };
  };
  return new MockModel({
    doGenerate: async ({ prompt }: { prompt: readonly PromptMessage[] }) => answer(prompt),
    doStream: async ({ prompt }: { prompt: readonly PromptMessage[] }) => {
      const { content, finishReason, usage } = answer(prompt);
      const parts = content.flatMap((part): object[] =>
        part.type === "text"
          ? [
              { type: "text-start", id: "1" },
              { type: "text-delta", id: "1", delta: (part as { text: string }).text },
              { type: "text-end", id: "1" },
            ]
          : [part],
      );
      const start = { type: "stream-start", warnings: [] };
      return {
        stream: ReadableStream.from([start, ...parts, { type: "finish", finishReason, usage }]),
      };
    },
  });
}

function askedBy(prompt: readonly PromptMessage[]): Asked {
  const last = prompt.findLastIndex(({ role }) => role === "user");
  const { content = "" } = prompt[last] ?? {};
  const text = typeof content === "string" ? content : content.map((part) => part.text).join("");
  const system = prompt.find(({ role }) => role === "system")?.content;
  const results = prompt
    .slice(last + 1)
    .flatMap(({ role, content }) => (role === "tool" ? [...(content as unknown[])] : []));
  return { text, system: String(system ?? ""), results };
}
