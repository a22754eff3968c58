import { caseKeyOf } from "../../core/folds/case-key.ts";
import { pathsTaken } from "../../core/folds/paths-taken.ts";
import type { CaseResult } from "../../core/run.ts";
import { wrap } from "../../reporters/text/text-width.ts";
import type { DrawOptions } from "../../reporters/text/trajectory-text.ts";

/** The ways that the trials of each case went: which tools in which turn, how often, and how often that passed. */
export function pathLines(results: readonly CaseResult[], options: DrawOptions): readonly string[] {
  const byCase = Map.groupBy(results, caseKeyOf);
  return [...byCase.values()].flatMap((trials) => pathsOfCase(trials, options));
}

function pathsOfCase(
  trials: readonly CaseResult[],
  { say, paint, columns }: DrawOptions,
): readonly string[] {
  const paths = pathsTaken(trials);
  const [first] = trials;
  if (trials.length < 2 || first === undefined) return [];
  const head = `${paths.length === 1 ? "one path" : `${paths.length} paths`} in ${trials.length} trials`;
  return [
    "",
    `  ${paint.strong(say.line(first.evalId))} · ${say.line(first.evalSetId)} · ${head}`,
    ...paths.flatMap(({ turns, trials: often, passed }) => {
      const way = turns.map((tools) => tools.map(say.line).join(" → ") || "no tool").join(" | ");
      const lines = wrap(way, columns - 6 - COUNT);
      const count = `${often}×, ${passed} passed`;
      return lines.map((line, at) => `    ${(at === 0 ? count : "").padEnd(COUNT)}${line}`);
    }),
  ];
}

const COUNT = 16;
