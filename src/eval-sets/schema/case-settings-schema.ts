import type { CaseSettings } from "../../core/case-settings.ts";
import { argMatcherSchema } from "../../core/schema/arg-matcher-schema.ts";
import { matchTypeSchema } from "../../core/schema/match-type-schema.ts";
import { optional } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { isObject, makeSchema, type Schema } from "../../core/schema/parse-context.ts";
import {
  array,
  boolean,
  enumOf,
  integer,
  number,
  record,
  string,
} from "../../core/schema/schema.ts";
import { seconds } from "../../core/schema/seconds-schema.ts";

const choiceSchema = enumOf(["all", "last"]);
const byMetricSchema = record(choiceSchema);

/** One choice for all metrics, or one for each that is named. */
const turnsSchema: Schema<NonNullable<CaseSettings["turns"]>> = makeSchema({
  expected: '"last", or metric names with "last"',
  read: (value, context) =>
    isObject(value) ? byMetricSchema.read(value, context) : choiceSchema.read(value, context),
  write: (value) => value,
  jsonSchema: () => ({ anyOf: [choiceSchema.jsonSchema(), byMetricSchema.jsonSchema()] }),
});

/** What stands under the key `assay` of a case. */
export const caseSettingsSchema: Schema<CaseSettings> = object<CaseSettings>(
  {
    tags: optional(array(string), "For choosing cases with --tag."),
    matchType: optional(matchTypeSchema, "How the trajectory of this case is matched."),
    ignoreArgs: optional(boolean, "Compare tool calls by name only."),
    thresholds: optional(record(number), "Thresholds for this case only, by metric name."),
    args: optional(
      record(record(argMatcherSchema)),
      "How arguments are compared: tool name, or *, to argument name to matcher.",
    ),
    forbiddenTools: optional(array(string), "Tools that must not be called."),
    optionalTools: optional(array(string), "Tools that are neither required nor counted as extra."),
    namesOnly: optional(
      record(array(integer)),
      "By turn, counted from 0: the places in tool_uses where only the name counts.",
    ),
    skip: optional(array(string), "Metrics that are not asked about this case."),
    quarantine: optional(
      string,
      "Why this case is left out of runs: it runs only where it is named, or with --quarantined.",
    ),
    turns: optional(
      turnsSchema,
      "last: metrics that look at turns one by one are asked about the last one only; also by metric name.",
    ),
    cluster: optional(
      string,
      "What this case shares with others, such as a source: cases of one cluster count as one where it is said how sure a number is.",
    ),
    timeoutSeconds: optional(seconds, "Deadline of this case, instead of --case_timeout."),
  },
  { expected: "case settings", unknown: "refuse", title: "CaseSettings" },
);
