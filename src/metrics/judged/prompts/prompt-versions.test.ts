import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { aMetricInput } from "../../../../tests/measure-built-in.ts";
import type { JudgeQuestion } from "../../../core/judge.ts";
import { anInvocation } from "../../../testing/builders.ts";
import type { Asking } from "../judged-by.ts";
import { argumentMeaningQuestion } from "./argument-meaning-prompt.ts";
import { coherenceQuestion } from "./coherence-prompt.ts";
import { taskSuccessQuestion } from "./conversation-task-success-prompt.ts";
import { toolUseQualityQuestion } from "./conversation-tool-use-quality-prompt.ts";
import { trajectoryQualityQuestion } from "./conversation-trajectory-quality-prompt.ts";
import { cutSentencesQuestion } from "./cut-sentences-prompt.ts";
import { finalResponseMatchQuestion } from "./final-response-match-prompt.ts";
import { helpfulnessQuestion } from "./helpfulness-prompt.ts";
import { labelSentencesQuestion } from "./label-sentences-prompt.ts";
import { rubricConversationQuestion } from "./rubric-conversation-prompt.ts";
import { rubricFinalResponseQuestion } from "./rubric-final-response-prompt.ts";
import { rubricToolUseQuestion } from "./rubric-tool-use-prompt.ts";
import { safetyQuestion } from "./safety-prompt.ts";
import { userMessageQuestion } from "./user-message-prompt.ts";

const step = "step";
const turn = 0;
const actual = anInvocation();
const rated = { step, turn, actual, expected: undefined };
const asking: Asking = {
  name: step,
  includeIntermediateResponses: false,
  judge: { model: "none", samples: 1, ask: async () => [] },
  ask: async () => [],
};
const rubrics = { asking, input: aMetricInput({ actual: [actual] }), turn, rubrics: [] };
const user = { step, turn, stopSignal: "stop", before: [], message: "hi" };
const scenario = { startingPrompt: "hi", conversationPlan: "Say hi." };
const persona = { id: "P", description: "A person.", behaviors: [] };

const questions: Readonly<Record<string, JudgeQuestion<never>>> = {
  "final response match": finalResponseMatchQuestion({
    step,
    turn,
    user: "",
    reference: "",
    answer: "a",
  }) as never,
  "meaning of an argument": argumentMeaningQuestion(step, {
    tool: "t",
    argument: "a",
    wanted: "",
    given: "",
  }) as never,
  "rubrics of an answer": rubricFinalResponseQuestion(rubrics) as never,
  "rubrics of tool calls": rubricToolUseQuestion(rubrics) as never,
  "rubrics of a conversation": rubricConversationQuestion(rubrics) as never,
  "cut sentences": cutSentencesQuestion(step, turn, "a") as never,
  "label sentences": labelSentencesQuestion({ step, turn, sentences: [], context: [] }) as never,
  safety: safetyQuestion(rated) as never,
  coherence: coherenceQuestion(rated) as never,
  helpfulness: helpfulnessQuestion(rated) as never,
  "task success": taskSuccessQuestion(step, [actual]) as never,
  "trajectory quality": trajectoryQualityQuestion(step, [actual]) as never,
  "tool use quality": toolUseQualityQuestion(step, [actual]) as never,
  "user message": userMessageQuestion({ ...user, scenario, persona: undefined }) as never,
  "user message of a persona": userMessageQuestion({ ...user, scenario, persona }) as never,
};

test("a prompt whose words change gets a new version, so that results tell them apart", () => {
  const versions = Object.entries(questions).map(
    ([name, { promptVersion, instructions, schema }]) => {
      const words = instructions + JSON.stringify(schema);
      const hash = createHash("sha256").update(words).digest("hex").slice(0, 8);
      return `${name}: version ${promptVersion}, ${hash}`;
    },
  );
  expect(versions).toMatchInlineSnapshot(`
    [
      "final response match: version 1, 02db544b",
      "meaning of an argument: version 1, b3cc79d5",
      "rubrics of an answer: version 1, 2d6bd880",
      "rubrics of tool calls: version 1, 40d32cb4",
      "rubrics of a conversation: version 1, 37d1bb40",
      "cut sentences: version 1, 4f57549d",
      "label sentences: version 1, b05decce",
      "safety: version 1, b76f1d2d",
      "coherence: version 1, 59c60965",
      "helpfulness: version 1, 1f3519ca",
      "task success: version 1, 39b5044d",
      "trajectory quality: version 1, bbd395f6",
      "tool use quality: version 1, daf9dd70",
      "user message: version 2, 3cb94e86",
      "user message of a persona: version 2, 8071abcb",
    ]
  `);
});
