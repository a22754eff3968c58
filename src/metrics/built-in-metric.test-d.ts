// Compiled with everything else: each expected error must be one, and nothing else may be.
import {
  composite,
  hallucinations,
  responseContains,
  responseMatch,
  rubricBasedFinalResponseQuality,
  tokenUsage,
  toolTrajectory,
  toolTrajectoryRecall,
} from "./index.ts";

export const good = [
  toolTrajectory(1),
  toolTrajectory({ threshold: 1, matchType: "IN_ORDER", forbiddenTools: ["delete"] }),
  toolTrajectory({ threshold: 1, match_type: "IN_ORDER" }),
  toolTrajectoryRecall({ threshold: 1, ignoreArgs: true }),
  responseMatch({ threshold: 0.8 }),
  responseContains({ threshold: 1, texts: ["17"], ignoreCase: true }),
  hallucinations({ threshold: 0.8, judgeModelOptions: { numSamples: 3 } }),
  rubricBasedFinalResponseQuality({ rubric: "It is kind." }),
  tokenUsage(1500),
  composite({ threshold: 0.5, weights: { response_match_score: 1 } }),
];

export const bad = () => [
  // @ts-expect-error a misspelt setting
  toolTrajectory({ threshold: 1, matchTipe: "IN_ORDER" }),
  // @ts-expect-error a match type that is none
  toolTrajectory({ threshold: 1, matchType: "ORDERED" }),
  // @ts-expect-error no threshold
  toolTrajectory({ matchType: "IN_ORDER" }),
  // @ts-expect-error a setting of another metric
  toolTrajectoryRecall({ threshold: 1, matchType: "IN_ORDER" }),
  // @ts-expect-error it has no settings
  responseMatch({ threshold: 0.8, ignoreCase: true }),
  // @ts-expect-error a setting that cannot be left out
  responseContains({ threshold: 1 }),
  // @ts-expect-error a misspelt setting of the judge
  hallucinations({ threshold: 0.8, judgeModelOptions: { samples: 3 } }),
  // @ts-expect-error a threshold as a text
  tokenUsage("1500"),
];
