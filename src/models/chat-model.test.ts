import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type ChatModel, ModelError } from "../core/chat-model.ts";
import {
  type ContractProvider,
  type ContractReply,
  describeChatModel,
} from "../testing/chat-model-contract.ts";
import { type LoopbackModels, loopbackModels } from "../testing/loopback/loopback-models.ts";
import type { ModelFailure, ModelReply } from "../testing/loopback/loopback-protocol.ts";
import { chatModel } from "./index.ts";

const open: LoopbackModels[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function serverOf(provider: ContractProvider): Promise<string> {
  const server = await loopbackModels(({ messages }) => {
    const system = messages.filter(({ role }) => role === "system").map(({ text }) => text);
    const others = messages.filter(({ role }) => role !== "system").map(({ text }) => text);
    return servedAs(provider({ system: system.join("\n"), texts: others }));
  });
  open.push(server);
  return server.url;
}

function servedAs({ text, status, retryAfterSeconds }: ContractReply): ModelReply | ModelFailure {
  if (status !== undefined) return { status, retryAfterSeconds };
  return text === undefined ? { hangs: true } : { text };
}

describeChatModel("an OpenAI-compatible server", async (provider) =>
  chatModel("openai-compatible/judge", { env: {}, baseUrl: `${await serverOf(provider)}/v1` }),
);
describeChatModel("OpenAI", async (provider) => {
  const env = { OPENAI_API_KEY: "key", OPENAI_BASE_URL: `${await serverOf(provider)}/v1` };
  return chatModel("openai/gpt-5-mini", { env });
});
describeChatModel("Anthropic", async (provider) => {
  const env = { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: `${await serverOf(provider)}/v1` };
  return chatModel("anthropic/claude-sonnet-4-5", { env });
});
describeChatModel("Gemini", async (provider) => {
  const env = { GOOGLE_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: await serverOf(provider) };
  return chatModel("gemini-2.5-flash", { env });
});
describeChatModel("Ollama", async (provider) =>
  chatModel("ollama/llama3", { env: { OLLAMA_BASE_URL: await serverOf(provider) } }),
);

const faults = { 401: "auth", 429: "rate-limit", 503: "server" } as const;

describeChatModel(
  "a function",
  (provider) =>
    chatModel(
      async ({ system = "", messages }, signal) => {
        const reply = provider({ system, texts: messages.map(({ text }) => text) });
        const { text, status, retryAfterSeconds: seconds } = reply;
        if (text !== undefined) return text;
        if (status !== undefined) {
          const retryAfterMs = seconds === undefined ? {} : { retryAfterMs: seconds * 1000 };
          throw new ModelError(faults[status], "It did not answer.", retryAfterMs);
        }
        return new Promise((_, fail) => {
          const stopped = () => fail(new ModelError("cancelled", "It was stopped."));
          signal.addEventListener("abort", stopped);
        });
      },
      { env: {} },
    ),
  { countsTokens: false },
);

const providers: Readonly<Record<string, (url: string) => ChatModel>> = {
  "OpenAI-compatible": (url) => chatModel("openai-compatible/judge", { env: {}, baseUrl: url }),
  OpenAI: (url) =>
    chatModel("openai/gpt-5-mini", { env: { OPENAI_API_KEY: "key", OPENAI_BASE_URL: url } }),
  Anthropic: (url) =>
    chatModel("anthropic/claude-sonnet-4-5", {
      env: { ANTHROPIC_API_KEY: "key", ANTHROPIC_BASE_URL: url },
    }),
  Gemini: (url) =>
    chatModel("gemini-2.5-flash", { env: { GOOGLE_API_KEY: "key", GOOGLE_GEMINI_BASE_URL: url } }),
  Ollama: (url) => chatModel("ollama/llama3", { env: { OLLAMA_BASE_URL: url } }),
};

test.each(Object.entries(providers))(
  "%s: a body without an end is given up long before it fills the memory",
  async (_, modelAt) => {
    const closed = Promise.withResolvers<number>();
    const server = createServer((_incoming, outgoing) => {
      let sent = 0;
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.on("close", () => closed.resolve(sent));
      const piece = " ".repeat(2 ** 20);
      const send = (): void => {
        if (outgoing.destroyed) return;
        sent += piece.length;
        if (outgoing.write(piece)) setImmediate(send);
        else outgoing.once("drain", send);
      };
      send();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const model = modelAt(`http://127.0.0.1:${port}/v1`);
    const request = { messages: [{ role: "user", text: "Is it open?" }] } as const;
    const asked = model.generate(request, new AbortController().signal);
    await expect(asked).rejects.toMatchObject({ name: "ModelError" });
    expect(await closed.promise).toBeLessThan(64 * 2 ** 20);
  },
);
