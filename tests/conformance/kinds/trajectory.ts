import { scoredBy } from "../scored-by.ts";

export const checks = scoredBy("tool_trajectory_avg_score");
