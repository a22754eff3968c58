import { type Invocation, intermediateTextsOf } from "../../core/invocation.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import type { MetricResult } from "../../core/run.ts";
import { isObject } from "../../core/schema/parse-context.ts";

/** What one agent was to say on the way to the answer, and what it said. */
export interface IntermediateTexts {
  readonly expected: string;
  readonly actual: string;
}

/** For a metric about what agents say on the way: those that fell short, side by side. */
export function intermediateTexts(
  { metric, turn }: { readonly metric: MetricResult; readonly turn?: TurnScore },
  expected: Invocation | undefined,
  actual: Invocation | undefined,
): readonly IntermediateTexts[] {
  const authors = turn?.details?.byAuthor;
  if (!Array.isArray(authors)) return [];
  const least = metric.threshold ?? 1;
  return authors.flatMap((each: unknown) => {
    if (!isObject(each) || typeof each.author !== "string") return [];
    if (typeof each.score === "number" && each.score >= least) return [];
    const { author } = each;
    return [{ expected: textBy(author, expected), actual: textBy(author, actual) }];
  });
}

function textBy(author: string, turn: Invocation | undefined): string {
  const texts = turn === undefined ? [] : intermediateTextsOf(turn);
  const said = texts.filter((each) => each.author === author).map(({ text }) => text);
  return `${author}: ${said.length === 0 ? "(nothing)" : said.join("\n")}`;
}
