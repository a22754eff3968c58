import { expect, test } from "vitest";
import { agentFacts, agentText, describesPurpose, emptyState } from "./agent-facts.ts";

test("an agent of ADK's tells name, instructions, tools and sub-agents", () => {
  const target = {
    name: "desk",
    instruction: "Greet {user_name} politely.",
    tools: [{ name: "look_up", description: "Finds orders." }],
    subAgents: [{ name: "billing", instruction: "Speak of {invoice}, never of {not this}." }],
  };
  const facts = agentFacts({ name: "app", rootAgent: target });
  expect(agentText(facts)).toContain("- look_up: Finds orders.");
  expect(agentText(facts)).toContain("Sub-agent: billing");
  expect(emptyState(facts)).toEqual({ invoice: "", user_name: "" });
});

test("an agent of the AI SDK names its tools by key", () => {
  const facts = agentFacts({
    settings: { instructions: "Help.", tools: { weather: { description: "Tells it." } } },
  });
  expect(facts).toMatchObject({ instructions: "Help.", tools: [{ name: "weather" }] });
});

test("a plain function says nothing about what it is for", () => {
  expect(describesPurpose(agentFacts(async () => "hi"))).toBe(false);
});

test("agents that know each other are reported once", () => {
  const one: Record<string, unknown> = { name: "one" };
  one.subAgents = [{ name: "two", subAgents: [one] }];
  expect(agentText(agentFacts(one)).match(/one/g)).toHaveLength(1);
});
