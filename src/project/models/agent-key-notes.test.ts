import { expect, test } from "vitest";
import { agentKeyNotes } from "./agent-key-notes.ts";

const gemini = { name: "a", model: "gemini-2.5-flash" };
const told =
  "GOOGLE_API_KEY is not set, and the agent asks gemini-2.5-flash. Its calls will fail without a key.";

test("a model that an agent names and has no key for is reported in one line, once", () => {
  expect(agentKeyNotes(gemini, {})).toEqual([told]);
  expect(agentKeyNotes({ rootAgent: { subAgents: [gemini, { ...gemini }] } }, {})).toEqual([told]);
  expect(agentKeyNotes({ model: "gpt-5-mini" }, { OPENAI_API_KEY: "" })).toEqual([
    expect.stringContaining("OPENAI_API_KEY is not set"),
  ]);
});

test.each(["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI"])(
  "with %s there is nothing to say",
  (name) => {
    expect(agentKeyNotes(gemini, { [name]: "1" })).toEqual([]);
  },
);

test("an agent of the AI SDK that only names its model needs the gateway's key", () => {
  const agent = { version: "agent-v1", settings: { model: "openai/gpt-5" } };
  expect(agentKeyNotes(agent, { OPENAI_API_KEY: "1" })).toEqual([
    "AI_GATEWAY_API_KEY is not set, and the agent asks openai/gpt-5 through Vercel's AI Gateway. Its calls will fail without a key.",
  ]);
  expect(agentKeyNotes(agent, { AI_GATEWAY_API_KEY: "1" })).toEqual([]);
  expect(agentKeyNotes(agent, { VERCEL_OIDC_TOKEN: "1" })).toEqual([]);
  expect(agentKeyNotes({ ...agent, settings: { model: {} } }, {})).toEqual([]);
});

test("nothing is guessed about models that are objects, functions and odd agents", () => {
  const throwing = {
    get model(): string {
      throw new Error("not now");
    },
  };
  const circle: { subAgents: unknown[] } = { subAgents: [] };
  circle.subAgents.push(circle);
  for (const agent of [
    { model: {} },
    () => "",
    undefined,
    null,
    throwing,
    circle,
    { model: "mine" },
  ]) {
    expect(agentKeyNotes(agent, {})).toEqual([]);
  }
});
