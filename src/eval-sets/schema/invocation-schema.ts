import type { Invocation } from "../../core/invocation.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import type { Schema } from "../../core/schema/parse-context.ts";
import { number, string } from "../../core/schema/schema.ts";
import { oldRowKeys } from "../legacy/old-row-keys.ts";
import { appDetailsSchema } from "./app-details-schema.ts";
import { contentOrText } from "./content-schema.ts";
import { intermediateDataSchema } from "./intermediate-data-schema.ts";
import { oneRubric, rubricsSchema } from "./rubric-schema.ts";
import { secondsSchema } from "./seconds-schema.ts";

/** One turn: what the user says, and what is expected of the agent or was recorded. */
export const invocationSchema: Schema<Invocation> = object<
  Omit<Invocation, "simulatedResponses" | "times">
>(
  {
    invocationId: withDefault(string, ""),
    userContent: required(contentOrText("user"), "What the user says."),
    finalResponse: optional(contentOrText("model"), "The answer expected."),
    intermediateData: optional(intermediateDataSchema, "What happens between question and answer."),
    creationTimestamp: withDefault(number, 0, "Unix seconds."),
    duration: optional(secondsSchema, "Seconds."),
    modelDuration: optional(secondsSchema, "Seconds spent in model calls."),
    toolDuration: optional(secondsSchema, "Seconds spent in tools."),
    rubrics: optional(rubricsSchema, "Properties that a judge is asked about for this turn."),
    appDetails: optional(appDetailsSchema),
  },
  {
    expected: "a turn",
    unknown: "refuse",
    title: "Invocation",
    shorthand: {
      ...oldRowKeys,
      rubric: {
        field: "rubrics",
        schema: oneRubric,
        says: 'Write "rubrics": [ … ] with one rubric.',
      },
    },
  },
);
