import type {
  CaseSide,
  ComparedCase,
  ComparedTurn,
  Comparison,
} from "../../core/analysis/comparison.ts";
import { figurePlaces } from "../../core/text/figure-places.ts";
import { metricName } from "../../core/text/metric-name.ts";
import { plural } from "../../core/text/plural.ts";
import { padEnd, truncate, truncateMiddle, widthOf, wrap } from "../text/text-width.ts";
import { type DiffWords, type DrawOptions, trajectoryLines } from "../text/trajectory-text.ts";

/** Told whole, then in a line, then only counted. */
const MOST_WHOLE = 5;
const MOST_LINES = 20;
const MOST_TURNS = 3;
const MOST_ANSWER = 400;

const runWords: DiffWords = {
  left: "A",
  right: "B",
  onlyLeft: "not called",
  onlyRight: "not called",
  moved: ({ actualAt, expectedAt }) => `(call ${actualAt + 1}, in A call ${expectedAt + 1})`,
};

/** What changed by case, newly failing first, with both conversations beside each other. */
export function caseChangeLines({ cases }: Comparison, options: DrawOptions): readonly string[] {
  if (cases.length === 0) return ["", "  No case changed."];
  const whole = cases.slice(0, MOST_WHOLE);
  const brief = cases.slice(MOST_WHOLE, MOST_LINES);
  const left = cases.length - whole.length - brief.length;
  return [
    "",
    `  ${changesText(cases)}`,
    ...whole.flatMap((each) => ["", headLine(each, options), ...turnsLines(each, options)]),
    ...(brief.length === 0 ? [] : ["", ...brief.map((each) => headLine(each, options))]),
    ...(left === 0 ? [] : ["", `  and ${left} more`]),
  ];
}

/** `5 cases changed: 2 broke, 3 fixed`. */
export function changesText(cases: readonly ComparedCase[]): string {
  const counts = new Map<string, number>();
  for (const { change } of cases) counts.set(change, (counts.get(change) ?? 0) + 1);
  const parts = Array.from(counts, ([change, count]) => `${count} ${changeWords[change]}`);
  return `${plural(cases.length, "case")} changed: ${parts.join(", ")}`;
}

const changeWords: Readonly<Record<string, string>> = {
  broke: "broke",
  fixed: "fixed",
  worse: "worse",
  better: "better",
  "not-evaluated": "not evaluated any more",
  evaluated: "evaluated now",
} satisfies Record<ComparedCase["change"], string>;

/** `✓ → ✗ two_rooms   no longer calls set_light   trajectory 1.00 → 0.50`. */
function headLine(each: ComparedCase, { say, paint, columns }: DrawOptions): string {
  const glyphs = {
    passed: paint.good("✓"),
    failed: paint.bad("✗"),
    "not-evaluated": paint.doubt("–"),
  };
  const marks = `  ${glyphs[each.a.status]} → ${glyphs[each.b.status]} `;
  const facts = [...(each.what === undefined ? [] : [each.what]), ...changedFacts(each)];
  const name = truncateMiddle(say.line(each.evalId), Math.floor((columns - 10) / 2));
  if (facts.length === 0) return `${marks}${paint.strong(name)}`;
  const gap = padEnd(name, NAME_WIDTH).slice(name.length);
  const room = columns - 9 - Math.max(NAME_WIDTH, widthOf(name));
  return `${marks}${paint.strong(name)}${gap} ${truncate(say.line(facts.join(" · ")), room)}`;
}

const NAME_WIDTH = 24;

/** How many trials passed, and every score that is another. */
function changedFacts({ a, b, differences }: ComparedCase): readonly string[] {
  const trials = a.trials > 1 || b.trials > 1 ? [`${trialsText(a)} → ${trialsText(b)}`] : [];
  const scores = Object.keys(differences).map(
    (name) => `${metricName(name)} ${scoresText(a.scores[name], b.scores[name])}`,
  );
  return [...trials, ...scores];
}

function trialsText({ trials, trialsPassed }: CaseSide): string {
  return `${trialsPassed} of ${trials}`;
}

/** With as many places as it takes to see that they differ. */
function scoresText(before: number | null = null, after: number | null = null): string {
  const both = before === null || after === null ? null : ([before, after] as const);
  const places = figurePlaces(both, before, after);
  const [one, other] = [before, after].map((score) => score?.toFixed(places) ?? "–");
  return `${one} → ${other}`;
}

/** The first turns in which something differs. */
function turnsLines({ conversation }: ComparedCase, options: DrawOptions): readonly string[] {
  const turns = conversation?.turns ?? [];
  const differing = turns.flatMap((turn, place) =>
    turn.calls.why === "" ? [] : [{ turn, place }],
  );
  const left = differing.length - MOST_TURNS;
  return [
    ...differing
      .slice(0, MOST_TURNS)
      .flatMap(({ turn, place }) => turnLines(turn, { place, of: turns.length }, options)),
    ...(left > 0 ? [`    ${plural(left, "more turn")} differ${left === 1 ? "s" : ""}.`] : []),
  ];
}

function turnLines(
  turn: ComparedTurn,
  { place, of }: { readonly place: number; readonly of: number },
  options: DrawOptions,
): readonly string[] {
  const label = of > 1 ? `turn ${place + 1}` : "user";
  const answers =
    turn.answerA === turn.answerB
      ? []
      : [
          ...labelled("A says", turn.answerA ?? "(no answer)", options),
          ...labelled("B says", turn.answerB ?? "(no answer)", options),
        ];
  const { steps } = turn.calls;
  const calls =
    steps.length === 0 ? [] : ["", ...trajectoryLines(turn.calls, { ...options, words: runWords })];
  const gap = calls.length > 0 && answers.length > 0 ? [""] : [];
  return [...labelled(label, turn.user ?? "", options), ...calls, ...gap, ...answers];
}

const COLUMN = 11;

function labelled(label: string, text: string, { say, paint, columns }: DrawOptions): string[] {
  const masked = say.mask(text);
  const short =
    masked.length > MOST_ANSWER ? `${masked.slice(0, MOST_ANSWER).toWellFormed()}…` : masked;
  const lines = say.lines(short).flatMap((line) => wrap(line, columns - COLUMN - 2));
  return lines.map((line, at) =>
    at === 0
      ? `    ${paint.quiet(label)}${" ".repeat(COLUMN - 4 - label.length)}${line}`.trimEnd()
      : `${" ".repeat(COLUMN)}${line}`.trimEnd(),
  );
}
