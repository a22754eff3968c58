import { describe, expect, test } from "vitest";
import { type ChatModel, type ChatRequest, ModelError } from "../core/chat-model.ts";

/** What the provider behind a model does with the contract's messages. */
export interface ContractReply {
  readonly text?: string;
  /** An HTTP status in place of an answer, with the seconds of its `Retry-After`. */
  readonly status?: 401 | 429 | 503;
  readonly retryAfterSeconds?: number;
  /** Nothing ever comes. */
  readonly hangs?: true;
}

/** Plays the provider: every answer takes 10 tokens in and 5 out. */
export type ContractProvider = (said: {
  readonly system: string;
  readonly texts: readonly string[];
}) => ContractReply;

interface ChatModelContract {
  /** Whether the tokens of a call are reported; true unless given. */
  readonly countsTokens?: boolean | undefined;
}

/**
 * What every chat model must do. `makeModel` is given a provider, and puts the model under test in front of it: a server
 * such as `loopbackModels`, or a function.
 */
export function describeChatModel(
  name: string,
  makeModel: (provider: ContractProvider) => ChatModel | Promise<ChatModel>,
  { countsTokens = true }: ChatModelContract = {},
): void {
  const never = new AbortController().signal;
  const hello: ChatRequest = { messages: [{ role: "user", text: "hello" }] };
  const failing = async (reply: ContractReply): Promise<unknown> => {
    const model = await makeModel(() => reply);
    return model.generate(hello, never).then(
      () => "it answered",
      (error: unknown) => error,
    );
  };

  describe(`${name} keeps the ChatModel contract`, () => {
    test("has a name, and answers with a text", async () => {
      const model = await makeModel(() => ({ text: "Hello, Ada." }));
      expect(model.id).not.toBe("");
      const reply = await model.generate(hello, never);
      expect(reply).toMatchObject({ text: "Hello, Ada.", finish: "stop" });
      if (countsTokens) expect(reply.usage).toMatchObject({ input: 10, output: 5 });
    });

    test("hands over the system's instructions and every message, in order", async () => {
      const heard: Parameters<ContractProvider>[0][] = [];
      const model = await makeModel((said) => {
        heard.push(said);
        return { text: "It was red." };
      });
      const texts = ["My colour is red.", "Noted.", "What was it?"];
      const messages = texts.map((text, at) => ({
        role: at === 1 ? ("assistant" as const) : ("user" as const),
        text,
      }));
      await model.generate({ system: "Be brief.", messages }, never);
      expect(heard).toEqual([{ system: "Be brief.", texts }]);
    });

    test("gives back JSON as the text that it is", async () => {
      const text = '{"colour":"green","why":"Line\\nbreak"}';
      const model = await makeModel(() => ({ text }));
      const colour = { type: "string" };
      const properties = { colour, why: colour };
      const schema = { type: "object", properties, required: ["colour", "why"] };
      expect((await model.generate({ ...hello, schema }, never)).text).toBe(text);
    });

    test("answers calls at once without mixing them", async () => {
      const model = await makeModel(({ texts }) => ({ text: `to ${texts.at(-1)}` }));
      const asked = Array.from({ length: 8 }, (_, at) => `message ${at}`);
      const replies = await Promise.all(
        asked.map((text) => model.generate({ messages: [{ role: "user", text }] }, never)),
      );
      expect(replies.map(({ text }) => text)).toEqual(asked.map((text) => `to ${text}`));
    });

    test("fails with what is wrong, and asks once: retries are put around it", async () => {
      let asked = 0;
      const model = await makeModel(() => {
        asked += 1;
        return { status: 503 };
      });
      const error = await model.generate(hello, never).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ModelError);
      expect(error).toMatchObject({ fault: "server" });
      expect(asked).toBe(1);
      expect(await failing({ status: 401 })).toMatchObject({ name: "ModelError", fault: "auth" });
    });

    test("says from when another try is welcome", async () => {
      expect(await failing({ status: 429, retryAfterSeconds: 2 })).toMatchObject({
        name: "ModelError",
        fault: "rate-limit",
        retryAfterMs: 2_000,
      });
    });

    test("lets go of a call that is stopped", async () => {
      const stop = new AbortController();
      const model = await makeModel(() => {
        setImmediate(() => stop.abort());
        return { hangs: true };
      });
      await expect(model.generate(hello, stop.signal)).rejects.toMatchObject({
        name: "ModelError",
        fault: "cancelled",
      });
    });
  });
}
