import { argMatcherShape } from "../core/arg-matcher-shape.ts";
import { matchTypeShape } from "../core/match-type-shape.ts";
import {
  boolean,
  list,
  object,
  optional,
  record,
  type Shape,
  text,
  withDefault,
} from "../core/shape.ts";
import type { TrajectorySettings } from "./trajectory-turn.ts";

const shared = {
  ignoreArgs: withDefault(boolean, false, "Compare tool calls by name only."),
  args: optional(
    record(record(argMatcherShape)),
    "How arguments are compared: tool name, or *, to argument name to matcher.",
  ),
  forbiddenTools: optional(list(text), "Tools that must not be called."),
  optionalTools: optional(list(text), "Tools that are neither required nor counted as extra."),
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
