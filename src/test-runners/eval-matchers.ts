import { textContent, textOf } from "../core/content.ts";
import type { Invocation } from "../core/invocation.ts";
import { toolCallsOf } from "../core/invocation.ts";
import { deepFreeze } from "../core/json/deep-freeze.ts";
import { plural } from "../core/text/plural.ts";
import { meets } from "../core/verdict.ts";
import { shownText, unmaskKnown } from "../project/run/secrets/run-secrets.ts";
import { paint } from "../reporters/text/paint.ts";
import { safeText } from "../reporters/text/safe-text.ts";
import { callText, type DrawOptions, trajectoryLines } from "../reporters/text/trajectory-text.ts";
import {
  checkResponseArguments,
  checkScoreArguments,
  checkTrajectoryArguments,
} from "./check-matcher-arguments.ts";
import { type ExpectedCalls, expectedTurns, type TrajectoryOptions } from "./expected-calls.ts";
import { toBeNoWorseThan, toPassGate } from "./gate-matchers.ts";
import type { MatcherAnswer } from "./matcher-answer.ts";
import { measureTurns } from "./measure-turns.ts";
import { invocationsOf, metricIn } from "./received-result.ts";

export interface ResponseOptions {
  /** The least share of words in common (ROUGE-1 F), from 0 to 1; 0.8 unless given. */
  readonly threshold?: number | undefined;
}

const drawing: DrawOptions = { say: safeText([]), paint: paint(false), columns: 100 };

/** For `expect.extend(evalMatchers)`. They accept an invocation, a list of them, or the result of an evaluated case; those of gates, the result of a run. */
export const evalMatchers = deepFreeze({
  toFollowTrajectory,
  toMatchResponse,
  toScore,
  toPassGate,
  toBeNoWorseThan,
});

/** The calls that were made, against those that should have been. A call without `args` is compared by name only. */
export function toFollowTrajectory(
  received: unknown,
  expected: ExpectedCalls,
  options: TrajectoryOptions = {},
): MatcherAnswer {
  checkTrajectoryArguments(expected, options);
  const actual = unmaskKnown(invocationsOf(received, "toFollowTrajectory"));
  const { matchType = "EXACT", ignoreArgs = false } = options;
  const turns = expectedTurns(expected, actual);
  if (turns.actual.length !== turns.expected.length) {
    const wanted = turns.expected.length;
    const counts = `${plural(wanted, "turn was", "turns were")} expected, and there ${turns.actual.length === 1 ? "is" : "are"} ${turns.actual.length}.`;
    return { pass: false, message: () => counts };
  }
  const criterion = { threshold: 1, match_type: matchType, ignore_args: ignoreArgs };
  const scored = measureTurns("tool_trajectory_avg_score", criterion, turns);
  return {
    pass: scored.score === 1,
    message: masked(() =>
      scored.score === 1
        ? `The agent was not to follow this trajectory (${matchType}), and it did:\n\n${callLines(turns.actual)}`
        : `The agent did not follow the trajectory (${matchType}).\n${scored.turns
            .flatMap(({ trajectory }, at) =>
              trajectory === undefined
                ? []
                : [
                    turns.actual.length > 1 ? `\n    turn ${at + 1}` : "",
                    ...trajectoryLines(trajectory, drawing),
                    "",
                    `    why    ${trajectory.why}`,
                  ],
            )
            .join("\n")}`,
    ),
  };
}

/** The answer, against a reference: the last answer for a text, every turn's for a list of texts. */
export function toMatchResponse(
  received: unknown,
  reference: string | readonly string[],
  options: ResponseOptions = {},
): MatcherAnswer {
  checkResponseArguments(reference, options);
  const { threshold = 0.8 } = options;
  const all = unmaskKnown(invocationsOf(received, "toMatchResponse"));
  const references = typeof reference === "string" ? [reference] : reference;
  const actual = typeof reference === "string" ? all.slice(-1) : all;
  if (actual.length !== references.length) {
    const counts = `${references.length} answers were expected, and there are ${actual.length} turns.`;
    return { pass: false, message: () => counts };
  }
  const expected = actual.map((turn, at) => ({
    ...turn,
    finalResponse: textContent("model", references[at] ?? ""),
  }));
  const { score, turns } = measureTurns("response_match_score", threshold, { actual, expected });
  return {
    pass: score >= threshold,
    message: masked(() =>
      [
        score >= threshold
          ? `The answer was not to match, and it does: ${figure(score)}, with ${threshold} enough.`
          : `The answer matches ${figure(score)}; ${threshold} was asked for.`,
        ...actual.flatMap((turn, at) => [
          "",
          `    expected  ${references[at]}`,
          `    actual    ${textOf(turn.finalResponse) || "(no answer)"}`,
          ...(turns[at]?.why === undefined ? [] : [`    why       ${turns[at].why}`]),
        ]),
      ].join("\n"),
    ),
  };
}

/** A metric's score in an evaluated case, at least so high; for a metric where lower is better, at most. */
export function toScore(received: unknown, metric: string, atLeast: number): MatcherAnswer {
  checkScoreArguments(metric, atLeast);
  const { score, direction, turns } = metricIn(received, metric);
  const pass = meets(score, atLeast, direction);
  const bound = `${direction === "lower" ? "at most" : "at least"} ${atLeast}`;
  const asked = pass ? `not to be ${bound}` : `to be ${bound}`;
  const diffs = turns.flatMap(({ trajectory }) => (trajectory === undefined ? [] : [trajectory]));
  const whys = turns.flatMap(({ trajectory, why }) =>
    trajectory === undefined && why !== undefined ? [`    why    ${why}`] : [],
  );
  return {
    pass,
    message: () =>
      [
        `${metric} was ${asked}, and it is ${figure(score)}.`,
        ...(pass ? [] : whys),
        ...(pass
          ? []
          : diffs.flatMap((diff) => [
              "",
              ...trajectoryLines(diff, drawing),
              "",
              `    why    ${diff.why}`,
            ])),
      ].join("\n"),
  };
}

/** What is compared is what was really said; what is printed is masked. */
function masked(message: () => string): () => string {
  return () => shownText(message());
}

function figure(score: number): string {
  return String(Math.round(score * 1000) / 1000);
}

function callLines(turns: readonly Invocation[]): string {
  const calls = turns.flatMap(toolCallsOf).map((call) => `    ${callText(call, drawing.say)}`);
  return calls.length === 0 ? "    (no calls)" : calls.join("\n");
}
