import type { EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import {
  list,
  number,
  object,
  optional,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { evalCaseShape } from "./eval-case-shape.ts";

const id = required(text, "The set's id; usually the file's name without .evalset.json.");
const name = optional(text);
const description = optional(text);
const creationTimestamp = withDefault(number, 0, "Unix seconds.");
const options = { called: "an eval set", unknown: "keep", snakeOnly: true } as const;

/** A whole eval set. ADK drops the unknown keys of a set; we keep them. */
export const evalSetShape: Shape<EvalSet> = object<EvalSet>(
  {
    evalSetId: id,
    name,
    description,
    evalCases: required(list(evalCaseShape), "The cases, in the order they are run."),
    creationTimestamp,
  },
  { ...options, title: "EvalSet" },
);

/** All of an eval set but its cases. */
export const evalSetHeaderShape: Shape<EvalSetHeader> = object<EvalSetHeader>(
  { evalSetId: id, name, description, creationTimestamp },
  options,
);
