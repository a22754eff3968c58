import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  type AgentFunction,
  functionAgent,
  invocationFromTurn,
  recordTurn,
  tool as reportTool,
} from "../../src/agents/index.ts";
import { describeAgent } from "../../src/testing/agent-contract.ts";
import { installExample, installFolder } from "../install-example.ts";
import { contractAgent, contractFunction, contractTools } from "./ai-sdk-contract.ts";
import { type Sdk, scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";
import {
  lines,
  nestedLines,
  talk,
  tokens,
  travelAgent,
  travelSettings,
  wrapped,
} from "./ai-sdk-travel.ts";

const folders = {
  "ai 7": () => installExample("ai-sdk-support-desk"),
  "ai 6": () => installFolder(join(import.meta.dirname, "ai-sdk-6")),
};

describe.each(Object.entries(folders))("%s", (name, install) => {
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await sdkIn(await install());
  }, 300_000);

  describeAgent(`a ToolLoopAgent of ${name}`, () => wrapped(contractAgent(sdk)), {
    recordTurn,
    invocationFromTurn,
    resumes: true,
  });

  describeAgent(
    `a function that calls generateText of ${name}`,
    () => functionAgent(contractFunction(sdk)),
    {
      recordTurn,
      invocationFromTurn,
      resumes: true,
      // version 6 tells a function's model call only after its tools have run
      countsAtOnce: name !== "ai 6",
    },
  );

  test("is known by its id", async () => {
    expect((await wrapped(contractAgent(sdk))).name).toBe("contract");
  });

  test("an agent inside a tool is reported as being inside, with its tokens", async () => {
    const [turn] = await talk(await wrapped(travelAgent(sdk)), ["Oslo"]);
    expect(turn).toMatchObject({ status: "done", final: "Go to Oslo: 4 degrees." });
    expect(lines(turn)).toEqual(nestedLines("Oslo"));
    expect(turn?.steps.find((step) => step.within !== undefined)?.author).toBe("ask_weather");
    expect(tokens(turn)).toEqual({ input: 40, output: 20, calls: 4 });
  });

  test("30 conversations with agents inside tools never mix", async () => {
    const agent = await wrapped(travelAgent(sdk));
    const cities = Array.from({ length: 30 }, (_, index) => `City${index}`);
    const turns = await Promise.all(cities.map((city) => talk(agent, [city])));
    expect(turns.map(([turn]) => lines(turn))).toEqual(cities.map(nestedLines));
    for (const [turn] of turns) expect(tokens(turn)).toEqual({ input: 40, output: 20, calls: 4 });
  });

  test("30 conversations of a function that calls an agent never mix", async () => {
    const travel = travelAgent(sdk);
    const run: AgentFunction = async (text) => (await travel.generate({ prompt: text })).text;
    const cities = Array.from({ length: 30 }, (_, index) => `City${index}`);
    const turns = await Promise.all(cities.map((city) => talk(functionAgent(run), [city])));
    expect(turns.map(([turn]) => lines(turn))).toEqual(cities.map(nestedLines));
  });

  test.each(["agent", "function", "stream"])(
    "a scripted model may give every call the same id: %s",
    async (kind) => {
      const { ToolLoopAgent, tool, jsonSchema } = sdk;
      const inputSchema = jsonSchema({ type: "object" });
      const stopWhen = (sdk.isStepCount ?? sdk.stepCountIs)?.(5);
      const inner = {
        model: scriptedModel(sdk, ({ results }) =>
          results.length > 0 ? { text: "in" } : { calls: [{ id: "1", tool: "look" }] },
        ),
        tools: { look: tool({ inputSchema, execute: async () => 1 }) },
      };
      const outer = {
        model: scriptedModel(sdk, ({ results }) =>
          results.length > 1
            ? { text: "out" }
            : { text: `round ${results.length}`, calls: [{ id: "1", tool: "ask" }] },
        ),
        tools: {
          ask: tool({
            inputSchema,
            execute: async () => (await new ToolLoopAgent(inner).generate({ prompt: "go" })).text,
          }),
        },
        stopWhen,
      };
      const run: AgentFunction = async (prompt) =>
        kind === "stream"
          ? sdk.streamText({ ...outer, prompt }).text
          : (await sdk.generateText({ ...outer, prompt })).text;
      const agent = kind === "agent" ? wrapped(new ToolLoopAgent(outer)) : functionAgent(run);
      const [turn] = await talk(await agent, ["go"]);
      const round = (count: number) => [
        `text round ${count}`,
        "call 1 ask",
        "within 1: call 1 look",
        "within 1: result 1 look",
        "within 1: text in",
        "result 1 ask",
      ];
      expect(lines(turn)).toEqual([...round(0), ...round(1), "text out"]);
    },
  );

  test("a stream in a function is recorded like an answer in one piece", async () => {
    const run: AgentFunction = (text) =>
      sdk.streamText({ ...travelSettings(sdk), prompt: text }).text as Promise<string>;
    const [turn] = await talk(functionAgent(run), ["Oslo"]);
    expect(turn).toMatchObject({ status: "done", final: "Go to Oslo: 4 degrees." });
    expect(lines(turn)).toEqual(nestedLines("Oslo"));
    expect(tokens(turn)).toEqual({ input: 40, output: 20, calls: 4 });
  });

  test("a call waits for the user, and goes on when the answer is yes", async () => {
    const turns = await talk(await wrapped(contractAgent(sdk)), ["delete it", "Yes, please"]);
    expect(turns.map((turn) => turn.status)).toEqual(["paused", "done"]);
    expect(lines(turns[1])).toEqual(["result d delete_files", "text Deleted."]);
  });

  test("a call that the user declines is not made", async () => {
    const turns = await talk(await wrapped(contractAgent(sdk)), ["delete it", "no, keep them"]);
    expect(lines(turns[1])).toEqual(["text Deleted."]);
  });

  test("a tool without a function waits for its result", async () => {
    const { tool, jsonSchema } = sdk;
    const agent = new sdk.ToolLoopAgent({
      model: scriptedModel(sdk, ({ results }) =>
        results.length > 0
          ? { text: JSON.stringify(results) }
          : { calls: [{ id: "q", tool: "ask_user", args: { question: "Which?" } }] },
      ),
      tools: { ask_user: tool({ inputSchema: jsonSchema({ type: "object" }) }) },
    });
    const turns = await talk(await wrapped(agent), ["go", "the red one"]);
    expect(turns.map((turn) => turn.status)).toEqual(["paused", "done"]);
    expect(lines(turns[0])).toEqual(["call q ask_user", "pause q"]);
    expect(turns[1]?.final).toContain("the red one");
  });

  test("a stop condition ends the turn after the tools", async () => {
    const { isStepCount, stepCountIs, ToolLoopAgent } = sdk;
    const agent = new ToolLoopAgent({
      model: scriptedModel(sdk, () => ({
        calls: [{ id: "n", tool: "get_weather", args: { city: "Oslo" } }],
      })),
      tools: contractTools(sdk),
      stopWhen: (isStepCount ?? stepCountIs)?.(1),
    });
    const [turn] = await talk(await wrapped(agent), ["go"]);
    expect(turn).toMatchObject({ status: "done", final: undefined });
    expect(lines(turn)).toEqual(["call n get_weather", "result n get_weather"]);
  });

  test("an agent that turned its telemetry off is recorded all the same", async () => {
    const off = { isEnabled: false };
    const agent = new sdk.ToolLoopAgent({ ...travelSettings(sdk), telemetry: off });
    const [turn] = await talk(await wrapped(agent), ["Oslo"]);
    expect(lines(turn)).toEqual(nestedLines("Oslo"));
    expect(tokens(turn)).toEqual({ input: 40, output: 20, calls: 4 });
  });

  test("a function that tells its calls itself is not counted twice", async () => {
    const run: AgentFunction = async (_, { turn }) => {
      const { tool, jsonSchema } = sdk;
      const look = reportTool(turn, "look", ({ at }: { at: number }) => at + 1);
      const { text } = await sdk.generateText({
        model: scriptedModel(sdk, ({ results }) =>
          results.length > 0
            ? { text: "Seen." }
            : { calls: [{ id: "x", tool: "look", args: { at: 1 } }] },
        ),
        tools: { look: tool({ inputSchema: jsonSchema({ type: "object" }), execute: look }) },
        stopWhen: (sdk.isStepCount ?? sdk.stepCountIs)?.(3),
        prompt: "go",
      });
      turn.usage({ input: 20, output: 10, calls: 2 });
      return text;
    };
    const [turn] = await talk(functionAgent(run), ["go"]);
    expect(lines(turn)).toEqual(["call look-1 look", "result look-1 look", "text Seen."]);
    expect(tokens(turn)).toEqual({ input: 20, output: 10, calls: 2 });
  });

  test("a model call that also went over the wire is counted once", async () => {
    const reply = { model: "m", choices: [{ message: { role: "assistant", content: "Hi." } }] };
    const usage = { prompt_tokens: 7, completion_tokens: 3 };
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ...reply, usage }));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const model = new sdk.MockModel({
      async doGenerate() {
        const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
        const url = `http://127.0.0.1:${port}/v1/chat/completions`;
        const answer = await fetch(url, { method: "POST", body });
        await answer.json();
        return {
          content: [{ type: "text", text: "Hi." }],
          finishReason: { unified: "stop", raw: undefined },
          usage: { inputTokens: { total: 7 }, outputTokens: { total: 3 } },
          warnings: [],
        };
      },
    });
    const run: AgentFunction = async (prompt) => (await sdk.generateText({ model, prompt })).text;
    const [turn] = await talk(functionAgent(run), ["hi"]);
    expect(lines(turn)).toEqual(["text Hi."]);
    expect(tokens(turn)).toEqual({ input: 7, output: 3, calls: 1 });
  });

  test("call options that a strict schema names are given, and no others", async () => {
    const agent = new sdk.ToolLoopAgent({
      model: scriptedModel(sdk, ({ system }) => ({ text: system })),
      callOptionsSchema: sdk.z.strictObject({ userId: sdk.z.string(), plan: sdk.z.string() }),
      prepareCall: ({ options, ...call }: { options: { userId: string; plan: string } }) => ({
        ...call,
        instructions: `${options.userId} has ${options.plan}`,
      }),
    });
    const [turn] = await talk(await wrapped(agent), ["hi"], { plan: "gold", other: 1 });
    expect(turn?.final).toBe("u has gold");
  });

  test("a call outside of any turn is nobody's", async () => {
    const { text } = await travelAgent(sdk).generate({ prompt: "Oslo" });
    expect(text).toBe("Go to Oslo: 4 degrees.");
  });
});

test("a stream of ai 7 that fails says why, though nothing is thrown", async () => {
  const sdk = await sdkIn(await folders["ai 7"]());
  const model = scriptedModel(sdk, () => {
    throw new Error("overloaded");
  });
  const run: AgentFunction = async (prompt) => {
    let answer = "";
    const { textStream } = sdk.streamText({ model, prompt, onError() {} });
    for await (const piece of textStream) answer += piece;
    return answer;
  };
  const [turn] = await talk(functionAgent(run), ["hi"]);
  expect(turn).toMatchObject({ status: "failed", problem: "The agent failed: overloaded." });
});
