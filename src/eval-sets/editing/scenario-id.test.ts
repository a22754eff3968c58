import { expect, test } from "vitest";
import { scenarioId } from "./scenario-id.ts";

test("a scenario gets the id that ADK gives it", () => {
  const scenario = {
    startingPrompt: "Hello",
    conversationPlan: "Ask the agent to do something",
  };
  expect(scenarioId(scenario)).toBe("a7aee3f8");
});

test("text beyond ASCII is hashed as Python escapes it", () => {
  expect(scenarioId({ startingPrompt: "Olá", conversationPlan: "Peça um café" })).toBe("9cba5271");
});

test("a persona written out is part of the id", () => {
  const scenario = {
    startingPrompt: "Open the sluice.",
    conversationPlan: "Ask for gate 4, then stop.",
  };
  const userPersona = {
    id: "CALM",
    description: "Waits a while.",
    behaviors: [
      {
        name: "WAIT",
        description: "Waits.",
        behaviorInstructions: ["Wait once."],
        violationRubrics: ["Does not wait."],
      },
    ],
  };
  expect(scenarioId({ ...scenario, userPersona })).toBe("4cb8c1bc");
});

test("a built-in persona counts by its id", () => {
  const scenario = { startingPrompt: "Hi", conversationPlan: "Stop." };
  const expert = scenarioId({ ...scenario, userPersona: "EXPERT" });
  expect(expert).not.toBe(scenarioId(scenario));
  expect(expert).not.toBe(scenarioId({ ...scenario, userPersona: "NOVICE" }));
});
