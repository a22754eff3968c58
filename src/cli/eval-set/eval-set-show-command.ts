import type { EvalCase } from "../../core/eval-set.ts";
import { ExitCode } from "../../core/verdict.ts";
import type { EvalSetSource } from "../../eval-sets/eval-set-source.ts";
import { checkCaseIds } from "../../project/eval-sets/check-case-ids.ts";
import { openSetFile } from "../../project/eval-sets/open-set-file.ts";
import { parseSelectors } from "../../project/eval-sets/parse-selectors.ts";
import { findEvalSets } from "../../project/eval-sets/select-eval-sets.ts";
import { paint } from "../../reporters/text/paint.ts";
import { listOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import {
  evalCaseLines,
  evalSetHeaderLines,
  evalSetRowLine,
  type RowWidths,
} from "./eval-set-text.ts";

/** `assay eval-set show`: the cases of a set a line each, or single ones whole. */
export async function evalSetShowCommand(input: CommandInput): Promise<number> {
  const { sets } = await findEvalSets(parseSelectors(input.arguments), {
    agentDirectory: input.cwd,
    cwd: input.cwd,
  });
  const look = {
    paint: paint(input.terminal.colour),
    columns: Math.min(120, Math.max(40, input.terminal.columns)),
  };
  const print = (lines: readonly string[]) => input.terminal.write(`${lines.join("\n")}\n`);
  for (const set of sets) {
    const source = await openSetFile(set.path, set.name);
    const wanted = [...set.cases, ...listOption(input.options, "case")];
    const ids = checkCaseIds(source.caseIds, wanted, set.name);
    print(["", ...evalSetHeaderLines(set.name, source, look)]);
    if (ids.length > 0) {
      for (const evalCase of await casesOf(source, ids)) print(evalCaseLines(evalCase, look));
    } else {
      const widths = widthsOf(source, look.columns);
      for (let index = 0; index < source.caseIds.length; index += 1) {
        print([evalSetRowLine(await source.read(index), { ...look, widths })]);
      }
    }
  }
  return ExitCode.passed;
}

async function casesOf(
  source: EvalSetSource,
  ids: readonly string[],
): Promise<readonly EvalCase[]> {
  const cases: EvalCase[] = [];
  for (const id of ids) cases.push(await source.read(source.caseIds.indexOf(id)));
  return cases;
}

/** Columns as wide as their longest entry, within reason: what the user says needs room, too. */
function widthsOf(source: EvalSetSource, columns: number): RowWidths {
  const most = (lengths: readonly number[]) => lengths.reduce((a, b) => Math.max(a, b), 0);
  const tags = source.caseIds.map((_, index) => source.tagsOf(index).join(" ").length);
  return {
    id: Math.min(most(source.caseIds.map((id) => id.length)), Math.floor(columns * 0.4)),
    tags: Math.min(most(tags), Math.floor(columns * 0.2)),
  };
}
