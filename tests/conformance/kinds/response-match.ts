import { scoredBy } from "../scored-by.ts";

export const checks = scoredBy("response_match_score");
