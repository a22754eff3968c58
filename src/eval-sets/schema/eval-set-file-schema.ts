import type { EvalSet, EvalSetHeader } from "../../core/eval-set.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { ParseContext, Schema } from "../../core/schema/parse-context.ts";
import { array, number, string, withRead } from "../../core/schema/schema.ts";
import { checkSetKeys } from "./check-settings.ts";
import { evalCaseSchema } from "./eval-case-schema.ts";

const id = required(string, "The set's id; usually the file's name without .evalset.json.");
const name = optional(string);
const description = optional(string);
const creationTimestamp = withDefault(number, 0, "Unix seconds.");
const options = { expected: "an eval set", unknown: "keep", snakeOnly: true } as const;

const wholeSet: Schema<EvalSet> = object<EvalSet>(
  {
    evalSetId: id,
    name,
    description,
    evalCases: required(array(evalCaseSchema), "The cases, in the order they are run."),
    creationTimestamp,
  },
  { ...options, title: "EvalSet" },
);

const header: Schema<EvalSetHeader> = object<EvalSetHeader>(
  { evalSetId: id, name, description, creationTimestamp },
  options,
);

/** A whole eval set. ADK drops the unknown keys of a set; we keep them. */
export const evalSetFileSchema: Schema<EvalSet> = withRead(wholeSet, withKeysChecked);

/** All of an eval set but its cases. */
export const evalSetHeaderSchema: Schema<EvalSetHeader> = withRead(header, withKeysChecked);

function withKeysChecked<T extends EvalSetHeader>(
  value: unknown,
  context: ParseContext,
  inner: Schema<T>,
): T {
  const read = inner.read(value, context);
  if (read?.extras !== undefined) checkSetKeys(read.extras, context);
  return read;
}
