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
  const agent = await wrapAgent(
    agentFactory(() => () => "yes"),
    context,
  );
  const { signal } = new AbortController();
  await expect(agent.start({ id: "1", user: "user", state: {}, signal })).rejects.toMatchObject({
    message: expect.stringContaining("cannot be given the model large"),
  });
});
