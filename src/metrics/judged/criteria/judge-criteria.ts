import type { Rubric } from "../../../core/rubric.ts";
import { type Field, optional, withDefault } from "../../../core/schema/object-field.ts";
import { object } from "../../../core/schema/object-schema.ts";
import {
  isObject,
  type ParseContext,
  pathText,
  type Schema,
} from "../../../core/schema/parse-context.ts";
import { array, boolean, integer, string, withRead } from "../../../core/schema/schema.ts";
import { nearest } from "../../../core/text/nearest.ts";
import { type GenerationConfig, generationConfig } from "./generation-config.ts";
import { judgeModel } from "./judge-model.ts";
import {
  type ReadyMadeRubric,
  type RubricType,
  readyMadeRubric,
  readyMadeRubrics,
} from "./rubric-library.ts";
import { plainRubric, rubric } from "./rubric-schema.ts";

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

function atLeast(fewest: number, hint: string): Schema<number> {
  return withRead(integer, (value, context, inner) => {
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

const judgeModelOptions: Schema<JudgeModelOptions> = object<JudgeModelOptions>(
  {
    judgeModel: withDefault(judgeModel, defaultOptions.judgeModel),
    judgeModelConfig: optional(generationConfig),
    numSamples: withDefault(atLeastOne, defaultOptions.numSamples),
    parallelismLimit: withDefault(atLeastOne, defaultOptions.parallelismLimit),
  },
  { expected: "judge options", unknown: "refuse" },
);

export const judgeCriterion: Schema<JudgeCriterion> = judged({});

export function rubricsCriterion(type: RubricType): Schema<RubricsCriterion> {
  const rubricLibrary = optional(
    array(readyMade(type)),
    "Ready-made properties, asked after those of rubrics.",
  );
  const rubrics = withDefault(array(rubric), [], "Properties to ask about in every case.");
  return withPlainRubric(judged({ rubrics, rubricLibrary }));
}

/** The name of a rubric that comes with us and fits the metric. */
function readyMade(type: RubricType): Schema<ReadyMadeRubric> {
  const known = readyMadeRubrics(type);
  return withRead(
    string as Schema<ReadyMadeRubric>,
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

export const hallucinationsCriterion: Schema<HallucinationsCriterion> = askedOnce(
  judged(
    {
      evaluateIntermediateNlResponses: withDefault(
        boolean,
        false,
        "Check what was said on the way as well.",
      ),
    },
    "Which judge and how it is asked: judge_model, judge_model_config, parallelism_limit (1). It is asked once, whatever num_samples says.",
  ),
);

export const userSimulatorCriterion: Schema<UserSimulatorCriterion> = judged({
  stopSignal: withDefault(string, "</finished>", "What the simulated user writes to end."),
});

/** A criterion with a judge. `judge_model` may stand beside the threshold, where people put it. */
export function judged<T extends JudgeCriterion>(
  own: {
    readonly [Key in keyof Omit<T, keyof JudgeCriterion>]: Field<T[Key]>;
  },
  aboutOptions = "Which judge and how it is asked: judge_model, judge_model_config, num_samples (5), parallelism_limit (1).",
): Schema<T> {
  const fields = {
    judgeModelOptions: withDefault(judgeModelOptions, defaultOptions, aboutOptions),
    maxInputChars: optional(
      atLeast(FEWEST_CHARACTERS, "Its own question takes most of that."),
      "Characters that one request to the judge may have, at least 10000.",
    ),
    ...own,
  };
  const whole = object<T>(fields as never, {
    expected: "a criterion with a judge",
    unknown: "keep",
  });
  return withRead(
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
    () =>
      withProperty(whole.jsonSchema(), "judge_model", {
        ...judgeModel.jsonSchema(),
        description: "The judge: short for judge_model_options with a judge_model.",
      }),
  );
}

/** As in ADK one sample is taken; somebody who asks for more should not believe that they vote. */
function askedOnce<T>(schema: Schema<T>): Schema<T> {
  return withRead(schema, (value, context, inner) => {
    const options = isObject(value) ? (value.judge_model_options ?? value.judgeModelOptions) : {};
    const samples = isObject(options) ? (options.num_samples ?? options.numSamples) : undefined;
    if (typeof samples === "number" && samples > 1) {
      context.warn(
        `num_samples is ${samples}, and hallucinations_v1 asks its judge once, as in ADK.`,
      );
    }
    return inner.read(value, context);
  });
}

function refuseSecondModel(rest: unknown, key: string, name: string, context: ParseContext): void {
  const options = isObject(rest) ? (rest.judge_model_options ?? rest.judgeModelOptions) : undefined;
  const other = isObject(options) ? (options.judge_model ?? options.judgeModel) : undefined;
  if (other === undefined || other === name) return;
  context.problem(`${pathText(context.path)} names two judges, in "${key}" and in its options.`, {
    hint: "Keep one of them.",
    mark: "key",
  });
}

/** `"rubric": "one sentence"` is a list of one. */
function withPlainRubric(schema: Schema<RubricsCriterion>): Schema<RubricsCriterion> {
  return withRead(
    schema,
    (value, context, inner) => {
      const lifted = lift(value, ["rubric"]);
      const criterion = inner.read(lifted.rest, context);
      if (lifted.key === undefined) return criterion;
      const sentence = context.within(lifted.key, string, lifted.value);
      const rubrics = [...(criterion.rubrics ?? []), plainRubric(sentence, 0)];
      return { ...criterion, rubrics };
    },
    () =>
      withProperty(schema.jsonSchema(), "rubric", {
        ...string.jsonSchema(),
        description: "One property: short for a list of one.",
      }),
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
