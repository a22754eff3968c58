import { beforeAll, expect, test } from "vitest";
import { recordTurn } from "../../src/agents/recording/record-turn.ts";
import { environmentSimulation } from "../../src/simulation/environment/environment-simulation.ts";
import { lines, loadAdk, open, scriptedAgent, wrapped } from "./adk-conversation.ts";
import { type Adk, calls, says, scriptedTool } from "./adk-scripted.ts";

let adk: Adk;
beforeAll(async () => {
  adk = await loadAdk();
}, 600_000);

test("tools of an @google/adk agent answer what the simulated environment says", async () => {
  const ran: string[] = [];
  const tool = (name: string) =>
    scriptedTool(adk, name, () => {
      ran.push(name);
      return { from: name };
    });
  const agent = scriptedAgent(
    adk,
    "desk",
    (_, results) => {
      if (results.length === 0) return calls("look_up", { what: "canoe" }, "a");
      return results.length === 1 ? calls("book", {}, "b") : says(JSON.stringify(results));
    },
    { tools: [tool("look_up"), tool("book")] },
  );
  const environment = environmentSimulation(
    {
      toolSimulationConfigs: [
        {
          toolName: "look_up",
          mockStrategyType: 0,
          injectionConfigs: [
            {
              injectionProbability: 1,
              injectedLatencySeconds: 0.01,
              matchArgs: { what: "canoe" },
              injectedError: { injectedHttpErrorCode: 503, errorMessage: "try later" },
            },
          ],
        },
      ],
      simulationModel: "none",
    },
    { modelFor: () => expect.unreachable() },
  );
  const target = await wrapped(agent);
  expect(target.asksEnvironment).toBe(true);
  const conversation = await open(target, { isSimulated: true });
  const input = { content: { role: "user", parts: [{ text: "go" }] }, text: "go" };
  const record = await recordTurn(conversation, input, { environment: { environment, turn: 0 } });
  expect(lines(record)).toContain('a gave {"error_code":503,"error_message":"try later"}');
  expect(lines(record)).toContain('b gave {"from":"book"}');
  expect(ran).toEqual(["book"]);
});
