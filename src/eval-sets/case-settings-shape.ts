import { argMatcherShape } from "../core/arg-matcher-shape.ts";
import type { CaseSettings } from "../core/case-settings.ts";
import { matchTypeShape } from "../core/match-type-shape.ts";
import {
  boolean,
  choice,
  integer,
  isObject,
  list,
  makeShape,
  number,
  object,
  optional,
  record,
  type Shape,
  text,
} from "../core/shape.ts";

const choiceShape = choice(["all", "last"]);
const byMetricShape = record(choiceShape);

/** One choice for all metrics, or one for each that is named. */
const turnsShape: Shape<NonNullable<CaseSettings["turns"]>> = makeShape({
  called: '"last", or metric names with "last"',
  read: (value, context) =>
    isObject(value) ? byMetricShape.read(value, context) : choiceShape.read(value, context),
  write: (value) => value,
  schema: () => ({ anyOf: [choiceShape.schema(), byMetricShape.schema()] }),
});

/** What stands under the key `assay` of a case. */
export const caseSettingsShape: Shape<CaseSettings> = object<CaseSettings>(
  {
    tags: optional(list(text), "For choosing cases with --tag."),
    matchType: optional(matchTypeShape, "How the trajectory of this case is matched."),
    ignoreArgs: optional(boolean, "Compare tool calls by name only."),
    thresholds: optional(record(number), "Thresholds for this case only, by metric name."),
    args: optional(
      record(record(argMatcherShape)),
      "How arguments are compared: tool name, or *, to argument name to matcher.",
    ),
    forbiddenTools: optional(list(text), "Tools that must not be called."),
    optionalTools: optional(list(text), "Tools that are neither required nor counted as extra."),
    namesOnly: optional(
      record(list(integer)),
      "By turn, counted from 0: the places in tool_uses where only the name counts.",
    ),
    skip: optional(list(text), "Metrics that are not asked about this case."),
    turns: optional(
      turnsShape,
      "last: metrics that look at turns one by one are asked about the last one only; also by metric name.",
    ),
    timeoutSeconds: optional(number),
  },
  { called: "case settings", unknown: "refuse", title: "CaseSettings" },
);
