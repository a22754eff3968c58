import { expect, test } from "vitest";
import { evalSetSource } from "../../eval-sets/eval-set-source.ts";
import { anEvalCase } from "../../testing/builders.ts";
import { personaMatrix } from "./persona-matrix.ts";

const scenario = { startingPrompt: "Hello", conversationPlan: "Ask for gate 4." };
const source = evalSetSource({
  evalSetId: "gates",
  creationTimestamp: 0,
  evalCases: [
    anEvalCase({ evalId: "written" }),
    anEvalCase({ evalId: "talk", conversationScenario: scenario, conversation: undefined }),
  ],
});

test("every scenario is held once with each persona", async () => {
  const matrix = personaMatrix(source, ["EXPERT", "NOVICE"]);
  expect(matrix.caseIds).toEqual(["written", "talk@EXPERT", "talk@NOVICE"]);
  expect(await matrix.read(2)).toMatchObject({
    evalId: "talk@NOVICE",
    conversationScenario: { ...scenario, userPersona: "NOVICE" },
  });
  expect(await matrix.read(0)).toMatchObject({ evalId: "written" });
});

test("without personas a set is left alone", () => {
  expect(personaMatrix(source)).toBe(source);
});
