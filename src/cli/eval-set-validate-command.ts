import { isUserFacingError, type Problem } from "../core/errors.ts";
import { ExitCode } from "../core/verdict.ts";
import type { Examination } from "../eval-sets/examine-eval-set.ts";
import { readTextFile } from "../eval-sets/read-text-file.ts";
import { validateEvalSet } from "../eval-sets/validate-eval-set.ts";
import { findEvalSets, type SelectedEvalSet } from "../project/select-eval-sets.ts";
import { cleanLine } from "../reporters/clean-text.ts";
import { type Paint, paint } from "../reporters/paint.ts";
import type { CommandInput } from "./command.ts";
import { problemLines } from "./problem-lines.ts";
import { isOn } from "./read-options.ts";

/** `assay eval-set validate`: everything that is wrong or odd about eval sets, without running anything. */
export async function evalSetValidateCommand(input: CommandInput): Promise<number> {
  const { sets } = await findEvalSets(
    input.arguments.map((evalSet) => ({ evalSet, cases: [], widened: false })),
    { agentDirectory: input.cwd, cwd: input.cwd },
  );
  const look = { paint: paint(input.terminal.colour), columns: input.terminal.columns };
  let broken = 0;
  for (const set of sets) {
    const findings = await examine(set, {
      strict: isOn(input.options, "strict"),
      adk: isOn(input.options, "adk"),
    });
    if (findings.mistakes.length > 0) broken += 1;
    input.terminal.write(`${findingLines(set, findings, look).join("\n")}\n`);
  }
  const what = sets.length === 1 ? "eval set" : "eval sets";
  const verdict = broken === 0 ? "no mistakes" : `${broken} with mistakes`;
  input.terminal.write(`\n  ${sets.length} ${what}, ${verdict}\n`);
  return broken === 0 ? ExitCode.passed : ExitCode.userError;
}

interface Findings {
  readonly mistakes: readonly Problem[];
  readonly remarks: readonly Problem[];
  readonly size: string;
}

async function examine(
  set: SelectedEvalSet,
  counts: { readonly strict: boolean; readonly adk: boolean },
): Promise<Findings> {
  try {
    const source = await readTextFile(set.path, set.name);
    const found = validateEvalSet(source, { file: set.name, strict: counts.strict });
    return {
      mistakes: [
        ...found.problems,
        ...found.duplicates,
        ...(counts.strict ? found.warnings : []),
        ...(counts.adk ? found.beyondAdk : []),
      ],
      remarks: [...(counts.strict ? [] : found.warnings), ...oldFormatRemark(set, found)],
      size: sizeOf(found),
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { mistakes: [error, ...error.others], remarks: [], size: "" };
  }
}

function oldFormatRemark(set: SelectedEvalSet, { oldFormat }: Examination): readonly Problem[] {
  if (!oldFormat) return [];
  const target = set.name.replace(/(?:\.test|\.evalset)?\.json$/, "");
  return [
    {
      message: `${set.name} is in an old format.`,
      hint: `It is read; to have it in the new one:  assay eval-set migrate ${set.name} ${target}.evalset.json`,
    },
  ];
}

function sizeOf({ problems, evalSet }: Examination): string {
  if (problems.length > 0) return "";
  const count = evalSet.evalCases.length;
  return count === 1 ? "1 case" : `${count} cases`;
}

function findingLines(
  { name }: SelectedEvalSet,
  { mistakes, remarks, size }: Findings,
  look: { readonly paint: Paint; readonly columns: number },
): readonly string[] {
  const count = mistakes.length === 1 ? "1 mistake" : `${mistakes.length} mistakes`;
  const head =
    mistakes.length === 0
      ? `  ${look.paint.good("✓")} ${cleanLine(name)}  ${look.paint.quiet(size)}`
      : `  ${look.paint.bad("✗")} ${cleanLine(name)}  ${count}`;
  return [
    head.trimEnd(),
    ...mistakes.flatMap((each) => problemLines("error", each, look)),
    ...remarks.flatMap((each) => problemLines("note", each, look)),
  ];
}
