import type { Invocation } from "../core/invocation.ts";
import {
  number,
  object,
  optional,
  required,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { appDetailsShape } from "./app-details-shape.ts";
import { contentOrText } from "./content-shape.ts";
import { intermediateDataShape } from "./intermediate-data-shape.ts";
import { oldRowKeys } from "./old-row-keys.ts";
import { oneRubric, rubricsShape } from "./rubric-shape.ts";

/** One turn: what the user says, and what is expected of the agent or was recorded. */
export const invocationShape: Shape<Invocation> = object<Invocation>(
  {
    invocationId: withDefault(text, ""),
    userContent: required(contentOrText("user"), "What the user says."),
    finalResponse: optional(contentOrText("model"), "The answer expected."),
    intermediateData: optional(intermediateDataShape, "What happens between question and answer."),
    creationTimestamp: withDefault(number, 0, "Unix seconds."),
    duration: optional(number, "Seconds."),
    modelDuration: optional(number, "Seconds spent in model calls."),
    toolDuration: optional(number, "Seconds spent in tools."),
    rubrics: optional(rubricsShape, "Properties that a judge is asked about for this turn."),
    appDetails: optional(appDetailsShape),
  },
  {
    called: "a turn",
    unknown: "refuse",
    title: "Invocation",
    shorthand: {
      ...oldRowKeys,
      rubric: {
        field: "rubrics",
        shape: oneRubric,
        says: 'Write "rubrics": [ … ] with one rubric.',
      },
    },
  },
);
