import type { ComparedConversation, ComparedTurn } from "../../core/analysis/comparison.ts";
import { type Content, textOf } from "../../core/content.ts";
import type { Invocation } from "../../core/invocation.ts";
import type { CaseResult } from "../../core/run.ts";
import { alignTrajectory } from "../../metrics/trajectory/alignment/align-trajectory.ts";
import { trajectoryRules, trajectoryTurn } from "../../metrics/trajectory/trajectory-turn.ts";
import { whatChanged } from "./what-changed.ts";

/** The same repeat of a case in both runs, turn by turn, the calls aligned as a metric aligns them. */
export function compareConversations(
  a: readonly CaseResult[],
  b: readonly CaseResult[],
): ComparedConversation | undefined {
  const trial = tellingTrial(a, b);
  const one = a.find((each) => each.trial === trial);
  const other = b.find((each) => each.trial === trial);
  if (trial === undefined || one === undefined || other === undefined) return undefined;
  const [before, after] = [turnsOf(one), turnsOf(other)];
  const turns = Array.from({ length: Math.max(before.length, after.length) }, (_, place) =>
    compareTurn(before[place], after[place], place),
  );
  return { trial, turns };
}

/** The first repeat in which the verdicts differ, else the first that both have. */
function tellingTrial(a: readonly CaseResult[], b: readonly CaseResult[]): number | undefined {
  const statuses = new Map(a.map(({ trial, status }) => [trial, status]));
  const both = b.filter(({ trial }) => statuses.has(trial));
  const differing = both.find(({ trial, status }) => statuses.get(trial) !== status);
  return (differing ?? both[0])?.trial;
}

/** A turn that broke off counts as far as it came. */
function turnsOf({ invocations, partial }: CaseResult): readonly Invocation[] {
  return partial === undefined ? invocations : [...invocations, partial];
}

const nothing: Invocation = {
  invocationId: "",
  userContent: { parts: [] },
  creationTimestamp: 0,
};

const rules = trajectoryRules({ ignoreArgs: false }, undefined);

function compareTurn(
  before: Invocation | undefined,
  after: Invocation | undefined,
  place: number,
): ComparedTurn {
  const turn = trajectoryTurn(rules, {
    expected: before ?? nothing,
    actual: after ?? nothing,
    place,
  });
  const { steps } = alignTrajectory(turn, { ordered: true });
  const answerA = textIn(before?.finalResponse);
  const answerB = textIn(after?.finalResponse);
  return {
    user: textIn((after ?? before)?.userContent),
    calls: { steps, why: whatChanged({ steps, answerA, answerB }) },
    answerA,
    answerB,
  };
}

function textIn(content: Content | undefined): string | undefined {
  const text = content === undefined ? "" : textOf(content);
  return text === "" ? undefined : text;
}
