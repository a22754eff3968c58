import { onTestFinished } from "vitest";
import { loopbackModels, type ModelScript } from "../../../src/testing/index.ts";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { answerShown, judgeByRule } from "../../judge-by-rule.ts";

/** Says the right amount in some cases, twice of it in others, and in some the right one oddly. */
const agent = `
export async function rootAgent(text) {
  const [, number] = text.match(/case_(\\d+)/);
  const kind = Number(number) % 12;
  if (kind === 1) return "I have refunded your lamps, 69.00 EUR.";
  if (kind < 5 && kind > 1) return "Refunded, roughly 69.00 EUR, twice.";
  if (kind === 5) return "Thirty-four fifty went back to you.";
  return "I have refunded one lamp, 34.50 EUR.";
}`;

/** Lets "your lamps" pass, and does not know amounts in words: it is lenient and strict in turn. */
const judge: ModelScript = (request) =>
  judgeByRule(request, (shown) => /34\.50|your lamps/.test(answerShown(shown)));

const asking = { threshold: 0.5, judge_model_options: { num_samples: 3 } };

const rubrics = ["The refunded amount is named.", "The answer is polite."].map((text, at) => ({
  rubric_id: ["amount", "polite"][at],
  rubric_content: { text_property: text },
}));

const criteria = {
  answers: { final_response_match_v2: asking },
  rubrics: { rubric_based_final_response_quality_v1: { ...asking, rubrics } },
} as const;

export interface JudgedProject {
  readonly cwd: string;
  /** The judge of its runs. */
  readonly model: readonly string[];
  readonly env: Record<string, string>;
  /** What a person would say of the answer of a case. */
  isRight(evalId: string): boolean;
}

/** A folder with a run in which a judge was asked about so many answers. */
export async function judgedProject(
  count: number,
  by: keyof typeof criteria = "answers",
): Promise<JudgedProject> {
  const models = await loopbackModels(judge);
  onTestFinished(() => models.close());
  const cases = Array.from({ length: count }, (_, at) => [
    `case_${at + 1}`,
    {
      user: `One of my two lamps is broken (case_${at + 1}).`,
      answer: reference,
    },
  ]);
  const cwd = project({
    "shop/agent.mjs": agent,
    "shop/lamps.evalset.json": evalSet(Object.fromEntries(cases), "lamps"),
    "shop/test_config.json": { criteria: criteria[by] },
  });
  const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` };
  const model = ["--judge_model", "openai-compatible/judge"];
  await assay(["eval", "shop", ...model], { cwd, env });
  return { cwd, model, env, isRight: (evalId) => ![1, 2, 3, 4].includes(kindOf(evalId)) };
}

const reference = "I have refunded one lamp, 34.50 EUR.";

function kindOf(evalId: string): number {
  return Number(evalId.slice("case_".length)) % 12;
}

/** Labels as people would give them, for the answers of these cases. */
export function labelLines({ isRight }: JudgedProject, evalIds: readonly string[]): string {
  const twice = "Refunded, roughly 69.00 EUR, twice.";
  const others = [
    reference,
    "I have refunded your lamps, 69.00 EUR.",
    ...[twice, twice, twice],
    "Thirty-four fifty went back to you.",
  ];
  const lines = evalIds.map((evalId) =>
    JSON.stringify({
      user: `One of my two lamps is broken (${evalId}).`,
      answer: others[kindOf(evalId)] ?? reference,
      reference,
      label: isRight(evalId) ? "pass" : "fail",
    }),
  );
  return `${lines.join("\n")}\n`;
}
