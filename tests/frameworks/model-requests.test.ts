import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { functionAgent } from "../../src/agents/index.ts";
import type { TurnRecord } from "../../src/core/agent.ts";
import type { ModelRequest } from "../../src/core/requests/model-request.ts";
import { installExample, installFolder } from "../install-example.ts";
import { loadAdk, scriptedAgent, talk as talkToAdk } from "./adk-conversation.ts";
import { type Adk, calls, says, scriptedTool } from "./adk-scripted.ts";
import { type Sdk, scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";
import { talk, wrapped } from "./ai-sdk-travel.ts";

/** What each model call of a turn was sent. */
function requestsOf(turn: TurnRecord | undefined): readonly (ModelRequest | undefined)[] {
  return (turn?.steps ?? []).flatMap((step) => (step.type === "usage" ? [step.request] : []));
}

/** Messages as lines. */
function lines(request: ModelRequest | undefined): readonly string[] {
  return (request?.messages ?? []).flatMap(({ role, parts }) =>
    parts.map((part) => {
      if (part.type === "text") return `${role}: ${part.text}`;
      if (part.type === "call") return `${role} calls ${part.name} ${JSON.stringify(part.args)}`;
      return part.type === "response"
        ? `${role} hears ${JSON.stringify(part.response)}`
        : part.type;
    }),
  );
}

describe("@google/adk", () => {
  let adk: Adk;
  beforeAll(async () => {
    adk = await loadAdk();
  }, 300_000);

  const lookUp = () => scriptedTool(adk, "look_up", ({ city }) => ({ city, celsius: 4 }));
  const agent = (options: object = {}) =>
    scriptedAgent(
      adk,
      "desk",
      (text, results) =>
        results.length === 0 && !text.startsWith("In")
          ? { ...calls("look_up", { city: text }), tokens: [10, 5] }
          : says("It is 4.", [20, 5]),
      {
        instruction: "Answer about the weather in {place}.",
        tools: [lookUp()],
        generateContentConfig: { temperature: 0.1 },
        ...options,
      },
    );

  test("each call of a model is kept with what it was sent, after the agent's own callbacks", async () => {
    const beforeModelCallback = ({ request }: { request: { contents: object[] } }) => {
      request.contents.unshift({ role: "user", parts: [{ text: "In degrees, please." }] });
      return undefined;
    };
    const { turns } = await talkToAdk(agent({ beforeModelCallback }), ["Oslo", "Lima"], {
      state: { place: "Norway" },
    });
    const [first, second] = requestsOf(turns[0]);
    expect(first?.messages[0]).toMatchObject({
      role: "system",
      parts: [{ text: expect.stringContaining("Answer about the weather in Norway.") }],
    });
    expect(first?.settings).toEqual({ temperature: 0.1 });
    expect(first?.tools).toMatchObject([{ name: "look_up", description: "look_up" }]);
    expect(lines(first).slice(1)).toEqual(["user: In degrees, please.", "user: Oslo"]);
    expect(lines(second).slice(1)).toEqual([
      "user: In degrees, please.",
      "user: Oslo",
      'assistant calls look_up {"city":"Oslo"}',
      'user hears {"city":"Oslo","celsius":4}',
    ]);
    expect(lines(requestsOf(turns[1])[0]).slice(2, 4)).toEqual([
      "user: Oslo",
      'assistant calls look_up {"city":"Oslo"}',
    ]);
  });

  test("a callback that answers in the place of a model has sent it nothing", async () => {
    const beforeModelCallback = () => ({
      content: { role: "model", parts: [{ text: "From memory." }] },
    });
    const { turns } = await talkToAdk(agent({ beforeModelCallback }), ["Oslo"], {
      state: { place: "Norway" },
    });
    expect(turns[0]).toMatchObject({ status: "done", final: "From memory." });
    expect(requestsOf(turns[0])).toEqual([]);
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

  const settings = () => ({
    model: scriptedModel(sdk, ({ results }) =>
      results.length === 0
        ? { text: "Let me look.", calls: [{ id: "1", tool: "look_up", args: { city: "Oslo" } }] }
        : { text: "It is 4." },
    ),
    tools: {
      look_up: sdk.tool({
        description: "Looks the weather up.",
        inputSchema: sdk.jsonSchema({ type: "object", properties: { city: { type: "string" } } }),
        execute: () => ({ celsius: 4 }),
      }),
    },
    stopWhen: (sdk.isStepCount ?? sdk.stepCountIs)?.(5),
  });
  const expectKept = (turn: TurnRecord | undefined) => {
    const [first, second] = requestsOf(turn);
    expect(lines(first)).toEqual(["system: Be brief.", "user: Oslo"]);
    expect(lines(second)).toEqual([
      "system: Be brief.",
      "user: Oslo",
      "assistant: Let me look.",
      'assistant calls look_up {"city":"Oslo"}',
      'tool hears {"celsius":4}',
    ]);
    expect(second?.tools).toMatchObject([
      {
        name: "look_up",
        description: "Looks the weather up.",
        parameters: { properties: { city: { type: "string" } } },
      },
    ]);
  };

  test("an agent's model calls are kept with what they were sent", async () => {
    const agent = new sdk.ToolLoopAgent({
      ...settings(),
      instructions: "Be brief.",
      temperature: 0.1,
      headers: { authorization: "nobody-may-see-this" },
    });
    const [turn] = await talk(await wrapped(agent), ["Oslo"]);
    expectKept(turn);
    expect(requestsOf(turn)[0]?.settings).toMatchObject({ temperature: 0.1 });
    expect(JSON.stringify(turn)).not.toContain("nobody-may-see-this");
  });

  test("so are those of a function that calls generateText", async () => {
    const run = async (prompt: string) =>
      (await sdk.generateText({ ...settings(), system: "Be brief.", prompt })).text;
    expectKept((await talk(functionAgent(run), ["Oslo"]))[0]);
  });
});
