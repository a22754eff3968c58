import { textContent } from "../../core/content.ts";
import type { ControlQuestion } from "../../core/judge-check.ts";
import { optional, required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { ParseContext, Schema } from "../../core/schema/parse-context.ts";
import { enumOf, string } from "../../core/schema/schema.ts";
import { nearest } from "../../core/text/nearest.ts";
import { metricDefinitions } from "../../metrics/index.ts";

/** A control question as a config has it: the form of a label for `assay judge calibrate`. */
export interface ControlQuestionConfig {
  readonly user: string;
  readonly answer: string;
  readonly reference?: string | undefined;
  readonly rubric?: string | undefined;
  /** What a judge must say. */
  readonly label: "pass" | "fail";
}

export const controlQuestion: Schema<ControlQuestionConfig> = object<ControlQuestionConfig>(
  {
    user: required(string),
    answer: required(string),
    reference: optional(string),
    rubric: optional(string),
    label: required(enumOf(["pass", "fail"] as const)),
  },
  { expected: "a control question", unknown: "refuse" },
);

type Asked = Readonly<Record<string, readonly ControlQuestionConfig[]>>;

/** A question that its metric cannot ask, or that no metric asks, would be a promise that nobody keeps. */
export function checkControlQuestions(
  asked: Asked,
  { custom, criteria }: { custom: ReadonlySet<string>; criteria: readonly string[] },
  context: ParseContext,
): void {
  for (const [metric, questions] of Object.entries(asked)) {
    context.path.push("control_questions", metric);
    const before = context.problems.length;
    if (!custom.has(metric)) checkMetric(metric, questions, context);
    if (context.problems.length === before && !criteria.includes(metric)) {
      const near = nearest(metric, criteria);
      context.problem(`${metric} is not among the criteria, so nobody asks these questions.`, {
        hint: near === undefined ? `Add ${metric} to the criteria.` : `Did you mean "${near}"?`,
        mark: "key",
      });
    }
    context.path.pop();
    context.path.pop();
  }
}

const judged = metricDefinitions.filter(({ needs }) => needs.includes("judge"));

function checkMetric(
  metric: string,
  questions: readonly ControlQuestionConfig[],
  context: ParseContext,
): void {
  const needs = judged.find(({ name }) => name === metric)?.needs;
  if (needs === undefined || needs.includes("scenario")) {
    const names = judged.filter((each) => !each.needs.includes("scenario")).map(({ name }) => name);
    const near = metricDefinitions.some(({ name }) => name === metric)
      ? undefined
      : nearest(metric, names);
    context.problem(`No judge of "${metric}" can be asked a control question.`, {
      hint: near === undefined ? `There are ${names.join(", ")}.` : `Did you mean "${near}"?`,
      mark: "key",
    });
    return;
  }
  for (const [place, { reference, rubric }] of (questions ?? []).entries()) {
    context.path.push(place);
    if (needs.includes("reference-answer") && reference === undefined) {
      context.problem(`${metric} compares with a reference, and this question has none.`, {
        hint: 'Add "reference": "…".',
      });
    }
    if (needs.includes("rubrics") && rubric === undefined) {
      context.problem(`${metric} asks about a rubric, and this question has none.`, {
        hint: 'Add "rubric": "The answer …".',
      });
    }
    context.path.pop();
  }
}

export function controlQuestionsOf(asked: Asked): ReadonlyMap<string, readonly ControlQuestion[]> {
  return new Map(
    Object.entries(asked).map(([metric, questions]) => [
      metric,
      questions.map((each, place) => questionOf(each, `own-${place + 1}`)),
    ]),
  );
}

function questionOf(given: ControlQuestionConfig, id: string): ControlQuestion {
  const { user, answer, reference, rubric, label } = given;
  const rubrics =
    rubric === undefined
      ? {}
      : { rubrics: [{ rubricId: rubric, rubricContent: { textProperty: rubric } }] };
  const turn = {
    invocationId: "turn-1",
    userContent: textContent("user", user),
    creationTimestamp: 0,
    ...rubrics,
  };
  const expected =
    reference === undefined ? turn : { ...turn, finalResponse: textContent("model", reference) };
  return {
    id,
    label,
    actual: [{ ...turn, finalResponse: textContent("model", answer) }],
    evalCase: { evalId: id, creationTimestamp: 0, finalSessionState: {}, conversation: [expected] },
  };
}
