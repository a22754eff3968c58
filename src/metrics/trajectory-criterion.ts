import { argMatcherShape } from "../core/arg-matcher-shape.ts";
import { matchTypeShape } from "../core/match-type-shape.ts";
import {
  boolean,
  choice,
  list,
  object,
  optional,
  pathText,
  reading,
  record,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import { stepKinds } from "./path-of-turn.ts";
import type { TrajectorySettings } from "./trajectory-turn.ts";

/** Nothing at all would match whatever happens. */
const stepsShape = reading(list(choice(stepKinds)), (value, context, inner) => {
  const kinds = inner.read(value, context);
  if (Array.isArray(kinds) && kinds.length === 0) {
    context.problem(`${pathText(context.path)} is an empty list.`, {
      hint: 'Write what counts as a step, such as ["tools", "agents"].',
    });
  }
  return kinds;
});

const shared = {
  ignoreArgs: withDefault(boolean, false, "Compare tool calls by name only."),
  args: optional(
    record(record(argMatcherShape)),
    "How arguments are compared: tool name, or *, to argument name to matcher.",
  ),
  forbiddenTools: optional(list(text), "Tools that must not be called."),
  optionalTools: optional(list(text), "Tools that are neither required nor counted as extra."),
  steps: optional(
    stepsShape,
    "What counts as a step: tools, agents (each time one takes over), models. Only tools unless given.",
  ),
};

export type MatchedTrajectorySettings = TrajectorySettings &
  Required<Pick<TrajectorySettings, "matchType">>;

/** What a config may say of `tool_trajectory_avg_score`. As in ADK, other settings are kept and change nothing. */
export const matchedTrajectoryCriterion: Shape<MatchedTrajectorySettings> =
  object<MatchedTrajectorySettings>(
    {
      matchType: withDefault(matchTypeShape, "EXACT", "EXACT, IN_ORDER or ANY_ORDER."),
      ...shared,
    },
    { called: "a trajectory criterion", unknown: "keep" },
  );

/** The same for metrics that count calls and have no use for order. */
export const countedTrajectoryCriterion: Shape<Omit<TrajectorySettings, "matchType">> = object<
  Omit<TrajectorySettings, "matchType">
>(shared, { called: "a trajectory criterion", unknown: "keep" });
