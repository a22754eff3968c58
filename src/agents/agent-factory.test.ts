import { expect, test } from "vitest";
import type { Agent, ConversationStart } from "../core/agent.ts";
import { anInvocation } from "../testing/builders.ts";
import { agentFactory } from "./agent-factory.ts";
import { wrapAgent } from "./wrap-agent.ts";

const { signal } = new AbortController();
const held: ConversationStart = {
  id: "s",
  user: "u",
  state: {},
  history: [anInvocation({ user: "one" })],
  memory: [{ said: 1 }],
  signal,
};
const context = { name: "made", directory: ".", need: async () => undefined };

/** An agent that can go on with a conversation, and what it was given to do so. */
function goingOn() {
  const begun: ConversationStart[] = [];
  const product: Agent = {
    name: "going",
    start(init) {
      begun.push(init);
      return {
        resumed: init.history !== undefined,
        send: async () => "yes",
        memory: () => ({ said: 2 }),
      };
    },
  };
  return { begun, product };
}

test("what a factory makes goes on with a conversation where it can by itself", async () => {
  const { begun, product } = goingOn();
  const agent = await wrapAgent(
    agentFactory(() => product),
    context,
  );
  const conversation = await agent.start(held);
  expect(conversation.resumed).toBe(true);
  expect(begun[0]).toMatchObject({ history: held.history, memory: held.memory });
  // what it hands over to be journaled must reach the journal
  expect(conversation.memory?.()).toEqual({ said: 2 });
});

test("a function that a factory makes may hold anything, so it begins again unless it says otherwise", async () => {
  const heard: number[] = [];
  const create =
    () =>
    (_: string, { history }: { readonly history: readonly unknown[] }) => {
      heard.push(history.length);
      return "yes";
    };
  const resumed = async (resumes?: boolean) => {
    const agent = await wrapAgent(agentFactory(create, { resumes }), context);
    return (await agent.start(held)).resumed;
  };
  expect([await resumed(), await resumed(true), await resumed(false)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("a factory whose agents keep more than their framework does can say so", async () => {
  const { begun, product } = goingOn();
  const agent = await wrapAgent(
    agentFactory(() => product, { resumes: false }),
    context,
  );
  expect((await agent.start(held)).resumed).toBe(false);
  expect(begun[0]?.history).toBeUndefined();
});
