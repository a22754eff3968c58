import type { EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import {
  list,
  number,
  object,
  optional,
  type Reading,
  reading,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { checkSetKeys } from "./check-settings.ts";
import { evalCaseShape } from "./eval-case-shape.ts";

const id = required(text, "The set's id; usually the file's name without .evalset.json.");
const name = optional(text);
const description = optional(text);
const creationTimestamp = withDefault(number, 0, "Unix seconds.");
const options = { called: "an eval set", unknown: "keep", snakeOnly: true } as const;

const wholeSet: Shape<EvalSet> = object<EvalSet>(
  {
    evalSetId: id,
    name,
    description,
    evalCases: required(list(evalCaseShape), "The cases, in the order they are run."),
    creationTimestamp,
  },
  { ...options, title: "EvalSet" },
);

const header: Shape<EvalSetHeader> = object<EvalSetHeader>(
  { evalSetId: id, name, description, creationTimestamp },
  options,
);

/** A whole eval set. ADK drops the unknown keys of a set; we keep them. */
export const evalSetShape: Shape<EvalSet> = reading(wholeSet, withKeysChecked);

/** All of an eval set but its cases. */
export const evalSetHeaderShape: Shape<EvalSetHeader> = reading(header, withKeysChecked);

function withKeysChecked<T extends EvalSetHeader>(
  value: unknown,
  context: Reading,
  inner: Shape<T>,
): T {
  const read = inner.read(value, context);
  if (read?.extras !== undefined) checkSetKeys(read.extras, context);
  return read;
}
