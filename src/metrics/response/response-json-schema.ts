import type { TurnScore } from "../../core/metric-outcome.ts";
import { required } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, type Schema } from "../../core/schema/parse-context.ts";
import { anything, withRead } from "../../core/schema/schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type CheckedTurns, checkAnswers, turnsField } from "./check-answers.ts";
import type { CheckSchema } from "./json-schema/json-schema.ts";
import type { JsonSchemaValue } from "./json-schema/json-schema-keywords.ts";
import { schemaMistake } from "./json-schema/json-schema-mistake.ts";

interface JsonSchemaCriterion {
  readonly schema: JsonSchemaValue;
  readonly turns: CheckedTurns;
}

const schema = withRead(anything as Schema<JsonSchemaValue>, (value, context) => {
  const plain = plainNumbers(value);
  const mistake = schemaMistake(plain);
  if (mistake !== undefined) {
    context.path.push(...mistake.path);
    context.problem(mistake.message, mistake.hint === undefined ? {} : { hint: mistake.hint });
    context.path.length -= mistake.path.length;
  }
  return plain as JsonSchemaValue;
});

/** Whether the answer is JSON of a given form. */
export const responseJsonSchema = builtInMetric({
  name: "response_json_schema",
  description: "Whether the answer is JSON that a JSON Schema (draft 2020-12) allows.",
  version: 2,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["final answers"],
  needs: [],
  criterion: object<JsonSchemaCriterion>(
    { schema: required(schema, "A JSON Schema, draft 2020-12."), turns: turnsField },
    { expected: "a response_json_schema criterion", unknown: "refuse" },
  ),
  create: (criterion, { name }) => {
    let loading: Promise<CheckSchema> | undefined;
    return async (input) => {
      loading ??= loadCheck(criterion.schema);
      const form = await loading;
      const check = (answer: string) => checkForm(answer, form);
      return checkAnswers(input, { name, turns: criterion.turns, check });
    };
  },
});

async function loadCheck(form: JsonSchemaValue): Promise<CheckSchema> {
  const { loadSchemaCheck } = await import("./json-schema/json-schema.ts");
  return loadSchemaCheck(form);
}

function checkForm(answer: string, check: CheckSchema): TurnScore {
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(answer));
  } catch {
    return { score: 0, why: "The answer is not JSON." };
  }
  const why = check(value);
  return why === undefined ? { score: 1 } : { score: 0, why };
}

/** Models like to put JSON into a code block; what is in it counts, if it is all there is. */
function withoutFence(answer: string): string {
  const trimmed = answer.trim();
  const end = trimmed.indexOf("\n");
  const fenced = trimmed.startsWith("```") && trimmed.endsWith("```") && end > 0;
  return fenced ? trimmed.slice(end, -3) : trimmed;
}

/** Bounds such as 9223372036854775807 are read as text to keep their digits; here they are compared with doubles. */
function plainNumbers(value: unknown): unknown {
  if (JSON.isRawJSON(value)) return Number(value.rawJSON);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainNumbers(each)]));
}
