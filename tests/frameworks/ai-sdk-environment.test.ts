import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { invocationFromTurn, recordTurn, wrapAgent } from "../../src/agents/index.ts";
import { textContent } from "../../src/core/content.ts";
import { environmentSimulation } from "../../src/simulation/environment/environment-simulation.ts";
import { installExample, installFolder } from "../install-example.ts";
import { type Sdk, scriptedModel, sdkIn } from "./ai-sdk-scripts.ts";

const folders = {
  "ai 7": () => installExample("ai-sdk-support-desk"),
  "ai 6": () => installFolder(join(import.meta.dirname, "ai-sdk-6")),
};

describe.each(Object.entries(folders))("%s", (_, install) => {
  let sdk: Sdk;
  beforeAll(async () => {
    sdk = await sdkIn(await install());
  }, 300_000);

  test("tools answer what the simulated environment says, and run for real elsewhere", async () => {
    const ran: string[] = [];
    const { tool, jsonSchema, isStepCount, stepCountIs } = sdk;
    const look = (toolName: string) =>
      tool({
        inputSchema: jsonSchema({ type: "object" }),
        async execute() {
          ran.push(toolName);
          return { from: toolName };
        },
      });
    const streamed = tool({
      inputSchema: jsonSchema({ type: "object" }),
      async *execute() {
        ran.push("streamed");
        yield { part: 1 };
        yield { part: 2 };
      },
    });
    const agent = new sdk.ToolLoopAgent({
      model: scriptedModel(sdk, ({ results }) =>
        results.length > 0
          ? { text: "Done." }
          : {
              calls: [
                { id: "a", tool: "look_up", args: { what: "canoe" } },
                { id: "b", tool: "book" },
                { id: "c", tool: "streamed" },
                { id: "d", tool: "look_up", args: { what: "tent" } },
              ],
            },
      ),
      tools: { look_up: look("look_up"), book: look("book"), streamed },
      stopWhen: (isStepCount ?? stepCountIs)?.(3),
    });
    const injection = { injectionProbability: 1, injectedLatencySeconds: 0.01 };
    const environment = environmentSimulation(
      {
        toolSimulationConfigs: [
          {
            toolName: "look_up",
            mockStrategyType: 0,
            injectionConfigs: [
              {
                ...injection,
                matchArgs: { what: "canoe" },
                injectedError: { injectedHttpErrorCode: 503, errorMessage: "try later" },
              },
            ],
          },
          {
            toolName: "streamed",
            mockStrategyType: 0,
            injectionConfigs: [
              { ...injection, matchArgs: { never: 1 }, injectedResponse: { no: true } },
            ],
          },
        ],
        simulationModel: "none",
      },
      { modelFor: () => expect.unreachable() },
    );
    const target = await wrapAgent(agent, {
      name: "agent",
      directory: import.meta.dirname,
      need: async () => undefined,
    });
    expect(target.asksEnvironment).toBe(true);
    const signal = new AbortController().signal;
    const start = { id: "s", user: "u", state: {}, isSimulated: true, signal };
    const conversation = await target.start(start);
    const input = { content: textContent("user", "go"), text: "go" };
    const turn = await recordTurn(conversation, input, { environment: { environment, turn: 0 } });
    const outputs = Object.fromEntries(
      turn.steps.flatMap((step) => (step.type === "result" ? [[step.id, step.output]] : [])),
    );
    expect(outputs).toEqual({
      a: { error_code: 503, error_message: "try later" },
      b: { from: "book" },
      c: { part: 2 },
      d: { from: "look_up" },
    });
    expect(ran.toSorted()).toEqual(["book", "look_up", "streamed"]);
    const invocation = invocationFromTurn(turn, {
      invocationId: "i",
      userContent: input.content,
      author: "agent",
      startedAt: 0,
    });
    expect(environment.problemOf(0, invocation)).toBeUndefined();

    // the same tools in a turn without a world
    ran.length = 0;
    const again = await target.start({ ...start, isSimulated: undefined });
    expect((await recordTurn(again, input)).status).toBe("done");
    expect(ran.toSorted()).toEqual(["book", "look_up", "look_up", "streamed"]);
  });
});
