import { expect, test } from "vitest";
import type { Agent } from "../core/agent.ts";
import { agentFactory } from "./agent-factory.ts";
import { commandAgent } from "./command-agent.ts";
import { functionAgent } from "./function-agent.ts";
import { wrapAgent } from "./wrap-agent.ts";

const echo = (text: string) => text;

test.each<readonly [unknown, readonly unknown[], string]>([
  [agentFactory, [], "agentFactory was given nothing; a function was expected."],
  [agentFactory, [5], "agentFactory was given 5; a function was expected."],
  [agentFactory, [() => echo, { resume: true }], 'agentFactory has no option "resume".'],
  [functionAgent, [], "functionAgent was given nothing; a function was expected."],
  [functionAgent, ["agent"], 'functionAgent was given "agent"; a function was expected.'],
  [functionAgent, [echo, { name: "x" }], "functionAgent was given an object; the agent's name"],
  [commandAgent, [], "commandAgent was given no command."],
  [commandAgent, [{ comand: ["a"] }], "commandAgent was given no command."],
  [commandAgent, [{ command: "a" }], "commandAgent was given no command."],
])("%o of %j says what it wants", (make, given, message) => {
  const refused = { code: "agent/invalid", message: expect.stringContaining(message) };
  expect(() => (make as (...all: readonly unknown[]) => unknown)(...given)).toThrow(
    expect.objectContaining({ ...refused, hint: expect.any(String) }),
  );
});

test("an agent without a name keeps everything else that it says", async () => {
  class Quiet {
    readonly oneAtATime = true;
    readonly asksEnvironment = true;
    readonly framework = "quiet";
    #ended = 0;
    start() {
      return { send: async () => `ended ${this.#ended} times` };
    }
    async dispose() {
      this.#ended += 1;
    }
  }
  const agent: Agent = await wrapAgent(new Quiet(), {
    name: "quiet",
    directory: "",
  } as Parameters<typeof wrapAgent>[1]);
  const said = { name: "quiet", oneAtATime: true, asksEnvironment: true, framework: "quiet" };
  expect(agent).toMatchObject(said);
  await agent.dispose?.();
  const conversation = await agent.start({} as never);
  expect(await conversation.send({ text: "" } as never, {} as never)).toBe("ended 1 times");
});
