import { expect, test } from "vitest";
import type { AdapterContext } from "../core/agent.ts";
import { agentFactory } from "./agent-factory.ts";
import { wrapAgent } from "./wrap-agent.ts";

const context: AdapterContext = {
  name: "shop",
  directory: "/",
  model: "large",
  need: () => Promise.reject(new Error("nothing is needed")),
};

test("a factory that takes the model is given it", async () => {
  const given: unknown[] = [];
  const factory = agentFactory(
    (each) => {
      given.push(each);
      return () => "yes";
    },
    { takesModel: true },
  );
  const agent = await wrapAgent(factory, context);
  expect(agent.model).toBe("large");
  const { signal } = new AbortController();
  await agent.start({ id: "1", user: "user", state: {}, signal });
  expect(given).toEqual([{ model: "large" }]);
});

test.each([
  ["a function", () => "yes"],
  ["an agent by our own contract", { name: "own", start: () => ({ send: () => "yes" }) }],
])("%s is refused a model that it could not follow", async (_, target) => {
  await expect(wrapAgent(target, context)).rejects.toMatchObject({
    code: "agent/invalid",
    message: expect.stringContaining("cannot be given the model large"),
    hint: expect.stringContaining("takesModel: true"),
  });
});

test("so is a factory that does not take it, and whose agents cannot be given it either", async () => {
  let disposals = 0;
  const made = () => Object.assign(() => "yes", { dispose: () => (disposals += 1) });
  await expect(wrapAgent(agentFactory(made), context)).rejects.toMatchObject({
    message: expect.stringContaining("cannot be given the model large"),
  });
  expect(disposals).toBe(1);
});

test("one whose agents can be given it makes none for the look at them alone", async () => {
  const made: unknown[] = [];
  const disposed: unknown[] = [];
  const create = () => {
    const agent = {
      version: "agent-v1",
      id: "shop",
      tools: {},
      generate: () => {},
      stream: () => {},
      dispose: () => disposed.push(agent),
    };
    made.push(agent);
    return agent;
  };
  const agent = await wrapAgent(agentFactory(create), context);
  const init = { id: "1", user: "user", state: {}, signal: new AbortController().signal };
  for (let n = 1; n <= 2; n += 1) {
    const conversation = await agent.start(init);
    expect(made).toHaveLength(n);
    await conversation.close?.();
    expect(disposed).toEqual(made);
  }
  await agent.dispose?.();
  expect(disposed).toHaveLength(2);
});
