import { metricName } from "../../core/text/metric-name.ts";
import { causeKey } from "./cause-of.ts";
import type { FailureCause } from "./failure-cause.ts";
import { QUOTED_WORD, similarTexts, wordCounts, wordsOf } from "./similar-texts.ts";

/** Failures that are one failure. */
export interface CauseGroup<Member> {
  /** One line, made from what happened. */
  readonly name: string;
  /** In the order they were given. */
  readonly members: readonly Member[];
}

/**
 * Groups failures by what went wrong: the kind of difference, the tool and its arguments, the metric and the reason; where
 * these do not tell, by what was said about it. The largest first. No order of the failures changes who is with whom.
 */
export function groupByCause<Member extends { readonly cause: FailureCause }>(
  failures: readonly Member[],
): readonly CauseGroup<Member>[] {
  const byKey = Map.groupBy(failures, ({ cause }) => causeKey(cause));
  const groups = [...byKey.values()].flatMap((members) =>
    byExplanation(members).map((alike) => ({ name: nameOf(alike), members: alike })),
  );
  return groups.sort(
    (a, b) =>
      b.members.length - a.members.length || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

function byExplanation<Member extends { readonly cause: FailureCause }>(
  members: readonly Member[],
): readonly (readonly Member[])[] {
  const explained = members.filter(({ cause }) => cause.explanation !== undefined);
  const others = members.filter(({ cause }) => cause.explanation === undefined);
  const groups = similarTexts(explained.map(({ cause }) => cause.explanation ?? ""));
  return [
    ...(others.length === 0 ? [] : [others]),
    ...groups.map((places) => places.flatMap((place) => explained[place] ?? [])),
  ];
}

const LONGEST = 120;

function nameOf(members: readonly { readonly cause: FailureCause }[]): string {
  const said = members.flatMap(({ cause }) => cause.explanation ?? []);
  const [first] = members;
  if (first === undefined || said.length === 0)
    return mostFrequent(members.map(({ cause }) => cause.name));
  const { kind, metric } = first.cause;
  const told = mostTypical(said).replace(/\.$/, "");
  const isOnes = new Set(said).size > 1 && told.search(QUOTED_WORD) !== -1;
  // a word of one case would be a false name for all of them
  if (kind === "score" && isOnes) return mostFrequent(members.map(({ cause }) => cause.name));
  const name = kind === "score" && metric !== undefined ? `${metricName(metric)}: ${told}` : told;
  return name.length > LONGEST ? `${atWord(name.slice(0, LONGEST - 1)).toWellFormed()}…` : name;
}

/** Without a word that was cut, where there is another one. */
function atWord(cut: string): string {
  return cut.replace(/(?<=\S)\s+\S*$/, "").trimEnd();
}

function mostFrequent(names: readonly string[]): string {
  const counts = [...Map.groupBy(names, (name) => name)];
  counts.sort(([a, some], [b, more]) => more.length - some.length || (a < b ? -1 : 1));
  return counts[0]?.[0] ?? "";
}

/** The text whose words most of the others have too. */
function mostTypical(texts: readonly string[]): string {
  const counts = wordCounts(texts.map(wordsOf));
  const typical = (text: string) => {
    const words = [...wordsOf(text)];
    const sum = words.reduce((total, word) => total + (counts.get(word) ?? 0), 0);
    return words.length === 0 ? 0 : sum / words.length;
  };
  const scored = [...new Set(texts)].map((text) => [text, typical(text)] as const);
  scored.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return scored[0]?.[0] ?? "";
}
