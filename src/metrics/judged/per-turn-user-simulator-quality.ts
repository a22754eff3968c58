import type { ConversationScenario, UserPersona } from "../../core/eval-set.ts";
import type { Invocation } from "../../core/invocation.ts";
import type { MetricInput, MetricSetup } from "../../core/metric.ts";
import type { MetricOutcome, TurnScore } from "../../core/metric-outcome.ts";
import { personaOf } from "../../core/personas/personas.ts";
import { pythonStrip } from "../../core/text/python-space.ts";
import { meets } from "../../core/verdict.ts";
import { builtInMetric } from "../built-in-metric.ts";
import { type UserSimulatorCriterion, userSimulatorCriterion } from "./criteria/judge-criteria.ts";
import { type Asking, judgedBy } from "./judged-by.ts";
import { userText } from "./prompts/turn-material.ts";
import { userMessageQuestion } from "./prompts/user-message-prompt.ts";
import { blameOf, blameText } from "./scoring/blame.ts";
import { scoreValid } from "./scoring/score-valid.ts";

/** A judge says whether the simulated user kept to its plan. */
export const perTurnUserSimulatorQuality = builtInMetric({
  name: "per_turn_user_simulator_quality_v1",
  description: "A judge says whether the simulated user kept to its plan.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["user messages", "final answers"],
  needs: ["scenario", "judge"],
  criterion: userSimulatorCriterion,
  create: (criterion, setup) =>
    judgedBy<UserSimulatorCriterion>((asking, input) =>
      checkUser({ asking, setup, stopSignal: criterion.stopSignal }, input),
    )(criterion, setup),
});

interface Checking {
  readonly asking: Asking;
  readonly setup: MetricSetup;
  readonly stopSignal: string;
}

async function checkUser(checking: Checking, input: MetricInput): Promise<MetricOutcome> {
  const { name, threshold: configured = 1 } = checking.setup;
  const { actual, evalCase } = input;
  const scenario = evalCase.conversationScenario;
  if (scenario === undefined) {
    const detail = `${name} looks at simulated users, and this is a written conversation.`;
    return { kind: "not-evaluated", reason: "unsupported", detail };
  }
  const persona = personaOf(scenario);
  const judged = await Promise.all(
    [...actual.keys(), actual.length]
      .slice(1)
      .map((turn) => checkMessage(checking, { scenario, persona, actual, turn })),
  );
  const turns = [checkFirst(actual[0], scenario), ...judged.slice(0, -1)];
  const ending = judged.at(-1);
  const threshold = evalCase.assay?.thresholds?.[name] ?? configured;
  const endsBadly = ending?.score !== undefined && !meets(ending.score, threshold);
  if (endsBadly) turns[turns.length - 1] = { ...ending, why: `It ends wrongly. ${ending.why}` };
  const unjudged = judgeGap(turns, judged.slice(0, -1), threshold);
  if (unjudged !== undefined) {
    const { reason = "judge-no-quorum", why } = unjudged;
    const detail = `${name} has no verdict on some of the user's messages. ${why ?? ""}`.trim();
    return { kind: "not-evaluated", reason, detail, perInvocation: turns };
  }
  const knowsEnding = ending?.score !== undefined;
  const blame = blameOf(turns, judged, threshold);
  const why = [knowsEnding ? "" : "The judge did not decide about the ending.", blameText(blame)];
  return {
    kind: "scored",
    score: scoreOver(turns, threshold),
    perInvocation: turns,
    details: { ending: ending?.details, blame },
    ...(knowsEnding ? {} : { coverage: { scored: turns.length, of: turns.length + 1 } }),
    ...(why.every((each) => each === "") ? {} : { why: why.filter(Boolean).join(" ") }),
  };
}

/** As in ADK: what passes adds its score, and every turn counts, also one without a verdict. */
function scoreOver(turns: readonly TurnScore[], threshold: number): number {
  const passing = turns.filter(({ score }) => score !== undefined && meets(score, threshold));
  return passing.reduce((total, { score = 0 }) => total + score, 0) / turns.length;
}

/**
 * The first message that the judge left without a verdict, where that decides: it decided about none of them, or the score
 * misses the threshold and would reach it with verdicts in the user's favour. What nobody judged fails nobody.
 */
function judgeGap(
  turns: readonly TurnScore[],
  messages: readonly TurnScore[],
  threshold: number,
): TurnScore | undefined {
  const gap = turns.find((turn) => turn.score === undefined && messages.includes(turn));
  if (gap === undefined || messages.every(({ score }) => score === undefined)) return gap;
  if (meets(scoreOver(turns, threshold), threshold)) return undefined;
  const lifted = turns.map((turn) =>
    turn.score === undefined && messages.includes(turn) ? { score: 1 } : turn,
  );
  return meets(scoreOver(lifted, threshold), threshold) ? gap : undefined;
}

/** The first message is the scenario's own; no judge is needed to see it. */
function checkFirst(first: Invocation | undefined, scenario: ConversationScenario): TurnScore {
  if (first === undefined || (first.userContent.parts ?? []).length === 0) {
    return { score: undefined, reason: "missing-reference", why: "The first message is empty." };
  }
  if (pythonStrip(userText(first)) === pythonStrip(scenario.startingPrompt)) return { score: 1 };
  return { score: 0, why: "The first message is not the starting prompt of the scenario." };
}

interface MessageAt {
  readonly scenario: ConversationScenario;
  readonly persona: UserPersona | undefined;
  readonly actual: readonly Invocation[];
  /** One past the last turn: ending there. */
  readonly turn: number;
}

function checkMessage({ asking, stopSignal }: Checking, at: MessageAt): Promise<TurnScore> {
  const { scenario, persona, actual, turn } = at;
  const invocation = actual[turn];
  return scoreValid(
    asking,
    userMessageQuestion({
      step: invocation === undefined ? `${asking.name}/ending` : asking.name,
      turn,
      scenario,
      persona,
      stopSignal,
      before: actual.slice(0, turn),
      message: invocation === undefined ? stopSignal : userText(invocation),
    }),
  );
}
