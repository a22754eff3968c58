import { nearest } from "../core/nearest.ts";
import type { Rubric } from "../core/rubric.ts";
import {
  boolean,
  type Field,
  integer,
  isObject,
  list,
  object,
  optional,
  pathText,
  type Reading,
  reading,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { type GenerationConfig, generationConfig } from "./generation-config.ts";
import { judgeModel } from "./judge-model.ts";
import {
  type ReadyMadeRubric,
  type RubricType,
  readyMadeRubric,
  readyMadeRubrics,
} from "./rubric-library.ts";
import { plainRubric, rubric } from "./rubric-shape.ts";

/** Which model judges, how often it is asked, and how many questions run at once. */
interface JudgeModelOptions {
  readonly judgeModel: string;
  readonly judgeModelConfig?: GenerationConfig | undefined;
  readonly numSamples: number;
  readonly parallelismLimit: number;
}

export interface JudgeCriterion {
  /** Characters of one request to the judge; the model's own window unless given. ADK keeps it and ignores it. */
  readonly maxInputChars?: number | undefined;
  readonly judgeModelOptions: JudgeModelOptions;
}

export interface RubricsCriterion extends JudgeCriterion {
  readonly rubrics: readonly Rubric[];
  /** Ready-made rubrics by their names; they stand behind the config's own. */
  readonly rubricLibrary?: readonly ReadyMadeRubric[] | undefined;
}

export interface HallucinationsCriterion extends JudgeCriterion {
  /** What was said on the way to the answer is checked too. */
  readonly evaluateIntermediateNlResponses: boolean;
}

export interface UserSimulatorCriterion extends JudgeCriterion {
  readonly stopSignal: string;
}

/** A request has our own words in it, twice. */
const FEWEST_CHARACTERS = 10_000;

function atLeast(fewest: number, hint: string): Shape<number> {
  return reading(integer, (value, context, inner) => {
    const count = inner.read(value, context);
    if (typeof count === "number" && count < fewest) {
      context.problem(`${pathText(context.path)} is ${count}; at least ${fewest} was expected.`, {
        hint,
      });
    }
    return count;
  });
}

const atLeastOne = atLeast(1, "A judge that is never asked gives no verdict.");

const defaultOptions: JudgeModelOptions = {
  judgeModel: "gemini-2.5-flash",
  numSamples: 5,
  parallelismLimit: 1,
};

const judgeModelOptions: Shape<JudgeModelOptions> = object<JudgeModelOptions>(
  {
    judgeModel: withDefault(judgeModel, defaultOptions.judgeModel),
    judgeModelConfig: optional(generationConfig),
    numSamples: withDefault(atLeastOne, defaultOptions.numSamples),
    parallelismLimit: withDefault(atLeastOne, defaultOptions.parallelismLimit),
  },
  { called: "judge options", unknown: "refuse" },
);

export const judgeCriterion: Shape<JudgeCriterion> = judged({});

export function rubricsCriterion(type: RubricType): Shape<RubricsCriterion> {
  const rubricLibrary = optional(list(readyMade(type)));
  return withPlainRubric(judged({ rubrics: withDefault(list(rubric), []), rubricLibrary }));
}

/** The name of a rubric that comes with us and fits the metric. */
function readyMade(type: RubricType): Shape<ReadyMadeRubric> {
  const known = readyMadeRubrics(type);
  return reading(
    text as Shape<ReadyMadeRubric>,
    (value, context, inner) => {
      const name = inner.read(value, context);
      if (typeof name !== "string" || known.includes(name)) return name;
      const near = nearest(name, known);
      context.problem(
        `${pathText(context.path)} is "${name}", which is no ready-made rubric here.`,
        {
          hint: near === undefined ? `There are ${known.join(", ")}.` : `Did you mean "${near}"?`,
        },
      );
      return name;
    },
    () => ({ type: "string", enum: known }),
  );
}

/** The rubrics that a config asks about: its own, then those from the library. */
export function configuredRubrics({
  rubrics,
  rubricLibrary = [],
}: Pick<RubricsCriterion, "rubrics" | "rubricLibrary">): readonly Rubric[] {
  return [...rubrics, ...rubricLibrary.map(readyMadeRubric)];
}

export const hallucinationsCriterion: Shape<HallucinationsCriterion> = judged({
  evaluateIntermediateNlResponses: withDefault(boolean, false),
});

export const userSimulatorCriterion: Shape<UserSimulatorCriterion> = judged({
  stopSignal: withDefault(text, "</finished>"),
});

/** A criterion with a judge. `judge_model` may stand beside the threshold, where people put it. */
export function judged<T extends JudgeCriterion>(
  own: {
    readonly [Key in keyof Omit<T, keyof JudgeCriterion>]: Field<T[Key]>;
  },
): Shape<T> {
  const fields = {
    judgeModelOptions: withDefault(judgeModelOptions, defaultOptions),
    maxInputChars: optional(atLeast(FEWEST_CHARACTERS, "Its own question takes most of that.")),
    ...own,
  };
  const whole = object<T>(fields as never, { called: "a criterion with a judge", unknown: "keep" });
  return reading(
    whole,
    (value, context, inner) => {
      const lifted = lift(value, ["judge_model", "judgeModel"]);
      const criterion = inner.read(lifted.rest, context);
      if (lifted.key === undefined) return criterion;
      const name = context.within(lifted.key, judgeModel, lifted.value);
      refuseSecondModel(lifted.rest, lifted.key, name, context);
      const options = { ...criterion.judgeModelOptions, judgeModel: name };
      return { ...criterion, judgeModelOptions: options };
    },
    () => withProperty(whole.schema(), "judge_model", judgeModel.schema()),
  );
}

function refuseSecondModel(rest: unknown, key: string, name: string, context: Reading): void {
  const options = isObject(rest) ? (rest.judge_model_options ?? rest.judgeModelOptions) : undefined;
  const other = isObject(options) ? (options.judge_model ?? options.judgeModel) : undefined;
  if (other === undefined || other === name) return;
  context.problem(`${pathText(context.path)} names two judges, in "${key}" and in its options.`, {
    hint: "Keep one of them.",
    mark: "key",
  });
}

/** `"rubric": "one sentence"` is a list of one. */
function withPlainRubric(shape: Shape<RubricsCriterion>): Shape<RubricsCriterion> {
  return reading(
    shape,
    (value, context, inner) => {
      const lifted = lift(value, ["rubric"]);
      const criterion = inner.read(lifted.rest, context);
      if (lifted.key === undefined) return criterion;
      const sentence = context.within(lifted.key, text, lifted.value);
      const rubrics = [...(criterion.rubrics ?? []), plainRubric(sentence, 0)];
      return { ...criterion, rubrics };
    },
    () => withProperty(shape.schema(), "rubric", text.schema()),
  );
}

function lift(
  value: unknown,
  keys: readonly string[],
): { readonly rest: unknown; readonly key?: string; readonly value?: unknown } {
  if (!isObject(value)) return { rest: value };
  const key = keys.find((each) => each in value && value[each] !== null);
  if (key === undefined) return { rest: value };
  const { [key]: found, ...rest } = value;
  return { rest, key, value: found };
}

function withProperty(
  schema: Readonly<Record<string, unknown>>,
  name: string,
  property: unknown,
): Readonly<Record<string, unknown>> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return { ...schema, properties: { ...properties, [name]: property } };
}
