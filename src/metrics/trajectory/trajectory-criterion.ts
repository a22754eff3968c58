import { argMatcherSchema } from "../../core/schema/arg-matcher-schema.ts";
import { matchTypeSchema } from "../../core/schema/match-type-schema.ts";
import { optional, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { pathText, type Schema } from "../../core/schema/parse-context.ts";
import { array, boolean, enumOf, record, string, withRead } from "../../core/schema/schema.ts";
import type { TrajectorySettings } from "./trajectory-turn.ts";
import { stepKinds } from "./turn-path.ts";

/** Nothing at all would match whatever happens. */
const stepsSchema = withRead(array(enumOf(stepKinds)), (value, context, inner) => {
  const kinds = inner.read(value, context);
  if (Array.isArray(kinds) && kinds.length === 0) {
    context.problem(`${pathText(context.path)} is an empty array.`, {
      hint: 'Write what counts as a step, such as ["tools", "agents"].',
    });
  }
  return kinds;
});

const shared = {
  ignoreArgs: withDefault(boolean, false, "Compare tool calls by name only."),
  args: optional(
    record(record(argMatcherSchema)),
    "How arguments are compared: tool name, or *, to argument name to matcher.",
  ),
  forbiddenTools: optional(array(string), "Tools that must not be called."),
  optionalTools: optional(array(string), "Tools that are neither required nor counted as extra."),
  steps: optional(
    stepsSchema,
    "What counts as a step: tools, agents (each time one takes over), models. Only tools unless given.",
  ),
};

export type MatchedTrajectorySettings = TrajectorySettings &
  Required<Pick<TrajectorySettings, "matchType">>;

/** What a config may say of `tool_trajectory_avg_score`. As in ADK, other settings are kept and change nothing. */
export const matchedTrajectoryCriterion: Schema<MatchedTrajectorySettings> =
  object<MatchedTrajectorySettings>(
    {
      matchType: withDefault(matchTypeSchema, "EXACT", "EXACT, IN_ORDER or ANY_ORDER."),
      ...shared,
    },
    { expected: "a trajectory criterion", unknown: "keep" },
  );

/** The same for metrics that count calls and have no use for order. */
export const countedTrajectoryCriterion: Schema<Omit<TrajectorySettings, "matchType">> = object<
  Omit<TrajectorySettings, "matchType">
>(shared, { expected: "a trajectory criterion", unknown: "refuse" });
