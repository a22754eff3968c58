import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { invocationFromTurn } from "../../src/agents/recording/invocation-from-turn.ts";
import { recordTurn } from "../../src/agents/recording/record-turn.ts";
import type { Agent, TurnRecord } from "../../src/core/agent.ts";
import { textContent } from "../../src/core/content.ts";
import {
  type LoopbackModels,
  loopbackModels,
  type ModelScript,
} from "../../src/testing/loopback/loopback-models.ts";
import { installExample, installFolder } from "../install-example.ts";
import { loadAdk, needed, open, say, wrapped as wrappedAdk } from "./adk-conversation.ts";
import { type Adk, make, scriptedTool } from "./adk-scripted.ts";
import { type Sdk, scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";
import { wrapped } from "./ai-sdk-travel.ts";

interface Talk {
  readonly turns: readonly TurnRecord[];
  /** Pieces of text, and where a step came between them. */
  readonly pieces: readonly string[];
}

/** Talks with an agent as runs do, or as chats do, where somebody reads along. */
async function talk(agent: Agent, messages: readonly string[], isChat: boolean): Promise<Talk> {
  const conversation = await open(agent);
  const pieces: string[] = [];
  const watch = {
    onText: (piece: string) => void pieces.push(piece),
    onStep: ({ type }: { type: string }) => void pieces.push(`<${type}>`),
  };
  const turns: TurnRecord[] = [];
  for (const message of messages) {
    const options = { timeoutMs: 20_000, ...(isChat && watch) };
    turns.push(await recordTurn(conversation, say(message), options));
  }
  await conversation.close?.();
  return { turns, pieces };
}

/** A turn as it is kept, without its times and ids that are made up anew. */
function kept(turns: readonly TurnRecord[]): unknown {
  const written = turns.map((turn) => {
    const facts = { invocationId: "1", userContent: textContent("user", "x"), author: "x" };
    const {
      duration: _,
      toolDuration: __,
      times: ___,
      ...rest
    } = invocationFromTurn(turn, {
      ...facts,
      startedAt: 0,
    });
    // ADK tells its model in two messages what came in two pieces
    const requests = turn.steps.flatMap((step) => {
      if (step.type !== "usage" || step.request === undefined) return [];
      const { messages, ...others } = step.request;
      return [{ ...others, said: messages.flatMap(({ parts }) => parts) }];
    });
    return { ...rest, status: turn.status, problem: turn.problem, requests };
  });
  return JSON.parse(JSON.stringify(written).replaceAll(/"(adk|call)-[\w-]+"/g, '"id"'));
}

const lookThenSay: ModelScript = ({ messages }) =>
  messages.at(-1)?.role === "tool"
    ? { text: "It is four degrees in Oslo.", usage: { input: 20, output: 7 } }
    : {
        text: "Let me look.",
        calls: [{ id: "a", tool: "look_up", args: { city: "Oslo" } }],
        usage: { input: 10, output: 5 },
      };

describe("@google/adk", () => {
  let adk: Adk;
  let models: LoopbackModels;
  beforeAll(async () => {
    adk = await loadAdk();
    return async () => await models?.close();
  }, 300_000);

  async function agent(script: ModelScript): Promise<Agent> {
    models = await loopbackModels(script);
    const { GoogleGenAI } = (await needed("@google/genai")) as Readonly<
      Record<string, new (options: object) => object>
    >;
    const model = make(adk, "Gemini", { model: "gemini-2.5-flash", apiKey: "k" });
    const httpOptions = { baseUrl: models.url };
    Object.assign(model, {
      _apiClient: GoogleGenAI && new GoogleGenAI({ apiKey: "k", vertexai: false, httpOptions }),
    });
    const tools = [scriptedTool(adk, "look_up", () => ({ celsius: 4 }))];
    return await wrappedAdk(
      make(adk, "LlmAgent", { name: "desk", model, instruction: "Be brief.", tools }),
    );
  }

  test("a chat hears an answer while it is made, and what is kept is what a run keeps", async () => {
    const messages = ["Oslo", "And now?"];
    const streamed = await talk(await agent(lookThenSay), messages, true);
    const whole = await talk(await agent(lookThenSay), messages, false);
    expect(kept(streamed.turns)).toEqual(kept(whole.turns));
    expect(streamed.turns[0]).toMatchObject({
      status: "done",
      final: "It is four degrees in Oslo.",
    });
    const said = streamed.pieces.join("");
    expect(said).toMatch(/^Let me look\..*<call>.*<result>.*It is four degrees in Oslo\./s);
    expect(streamed.pieces.length).toBeGreaterThan(whole.pieces.length);
  });

  test("a model that fails in the midst of a stream fails the turn as it would otherwise", async () => {
    const failing: ModelScript = () => ({ status: 503, error: "overloaded" });
    const streamed = await talk(await agent(failing), ["Oslo"], true);
    expect(streamed.turns[0]).toMatchObject({ status: "failed" });
  });
});

const folders = {
  "ai 7": () => installExample("ai-sdk-support-desk"),
  "ai 6": () => installFolder(join(import.meta.dirname, "ai-sdk-6")),
};

describe.each(Object.entries(folders))("%s", (_, install) => {
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await sdkIn(await install());
  }, 300_000);

  const agent = (model?: object) =>
    new sdk.ToolLoopAgent({
      model:
        model ??
        scriptedModel(sdk, ({ results }) =>
          results.length % 2 === 0
            ? {
                text: "Let me look.",
                calls: [
                  { id: "1", tool: "look_up", args: { city: "Oslo" } },
                  { id: "2", tool: "look_up", args: { city: "Lima" } },
                ],
              }
            : { text: "It is 4.", tokens: [20, 7] },
        ),
      instructions: "Be brief.",
      tools: {
        look_up: sdk.tool({
          inputSchema: sdk.jsonSchema({ type: "object" }),
          execute: () => ({ celsius: 4 }),
        }),
      },
      stopWhen: (sdk.isStepCount ?? sdk.stepCountIs)?.(1 + 1),
    });

  test("a chat hears an answer while it is made, and what is kept is what a run keeps", async () => {
    const streamed = await talk(await wrapped(agent()), ["Oslo", "And now?"], true);
    const whole = await talk(await wrapped(agent()), ["Oslo", "And now?"], false);
    expect(kept(streamed.turns)).toEqual(kept(whole.turns));
    expect(streamed.pieces[0]).toBe("Let me look.");
  });

  test("a model that fails fails the turn once, with the same words", async () => {
    const fail = () => {
      throw new Error("The model is away.");
    };
    const model = () => new sdk.MockModel({ doGenerate: fail, doStream: fail });
    const streamed = await talk(await wrapped(agent(model())), ["Oslo"], true);
    const whole = await talk(await wrapped(agent(model())), ["Oslo"], false);
    expect(kept(streamed.turns)).toEqual(kept(whole.turns));
    expect(streamed.turns[0]).toMatchObject({
      status: "failed",
      problem: "The agent failed: The model is away.",
    });
  });
});
