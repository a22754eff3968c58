import type { Invocation } from "../core/invocation.ts";
import {
  number,
  object,
  optional,
  pathText,
  reading,
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

/** Recorders that write decimals as texts exist, and ADK reads durations of theirs; no other number may be a text. */
const seconds = reading(
  number,
  (value, context, inner) => {
    if (
      typeof value !== "string" ||
      !/^\s*-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)
    ) {
      return inner.read(value, context);
    }
    context.warn(`${pathText(context.path)} is a number in quotes.`, {
      hint: "Remove the quotes.",
    });
    return inner.read(Number(value), context);
  },
  () => ({ anyOf: [{ type: "number" }, { type: "string", pattern: "^\\s*-?[0-9.]" }] }),
);

/** One turn: what the user says, and what is expected of the agent or was recorded. */
export const invocationShape: Shape<Invocation> = object<Omit<Invocation, "simulatedResponses">>(
  {
    invocationId: withDefault(text, ""),
    userContent: required(contentOrText("user"), "What the user says."),
    finalResponse: optional(contentOrText("model"), "The answer expected."),
    intermediateData: optional(intermediateDataShape, "What happens between question and answer."),
    creationTimestamp: withDefault(number, 0, "Unix seconds."),
    duration: optional(seconds, "Seconds."),
    modelDuration: optional(seconds, "Seconds spent in model calls."),
    toolDuration: optional(seconds, "Seconds spent in tools."),
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
