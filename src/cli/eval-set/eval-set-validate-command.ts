import { resolve } from "node:path";
import { isUserFacingError, type Problem } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import type { ParseReport } from "../../eval-sets/reading/parse-eval-set.ts";
import { validateEvalSet } from "../../eval-sets/validate-eval-set.ts";
import { findEvalSets, type SelectedEvalSet } from "../../project/eval-sets/select-eval-sets.ts";
import type { GivenConfig } from "../../project/eval-sets/validate-with-config.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { type Paint, paint } from "../../reporters/text/paint.ts";
import { isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { problemLines } from "../text/problem-lines.ts";
import { sourceText } from "./eval-set-source-text.ts";

/** `assay eval-set validate`: everything that is wrong or odd about eval sets, without running anything. */
export async function evalSetValidateCommand(input: CommandInput): Promise<number> {
  const { sets } = await findEvalSets(
    input.arguments.map((evalSet) => ({ evalSet, cases: [], widened: false })),
    { agentDirectory: input.cwd, cwd: input.cwd },
  );
  const look = { paint: paint(input.terminal.colour), columns: input.terminal.columns };
  let broken = 0;
  const ask: Asked = {
    strict: isOn(input.options, "strict"),
    adk: isOn(input.options, "adk"),
    verbose: isOn(input.options, "verbose"),
    cwd: input.cwd,
    given: await givenConfig(input),
  };
  for (const set of sets) {
    const findings = await examine(set, ask);
    if (findings.mistakes.length > 0) broken += 1;
    input.terminal.write(`${findingLines(set, findings, look).join("\n")}\n`);
  }
  const what = sets.length === 1 ? "eval set" : "eval sets";
  const verdict = broken === 0 ? "no mistakes" : `${broken} with mistakes`;
  input.terminal.write(`\n  ${sets.length} ${what}, ${verdict}\n`);
  return broken === 0 ? ExitCode.passed : ExitCode.userError;
}

interface Asked {
  readonly strict: boolean;
  readonly adk: boolean;
  readonly verbose: boolean;
  readonly cwd: string;
  readonly given: GivenConfig | undefined;
}

async function givenConfig({ options, cwd }: CommandInput): Promise<GivenConfig | undefined> {
  const named = textOption(options, "config_file_path");
  if (named === undefined) return undefined;
  const path = resolve(cwd, named);
  const { configToExamineWith } = await import("../../project/eval-sets/validate-with-config.ts");
  return { path, config: await configToExamineWith(path) };
}

interface Findings {
  readonly mistakes: readonly Problem[];
  readonly remarks: readonly Problem[];
  readonly size: string;
}

async function examine(set: SelectedEvalSet, ask: Asked): Promise<Findings> {
  try {
    const source = await sourceText(set);
    const { strict, verbose: defaults } = ask;
    const found = validateEvalSet(source, { file: set.name, strict, defaults });
    const { validateWithConfig } = await import("../../project/eval-sets/validate-with-config.ts");
    const effects = await validateWithConfig({ set, found, source }, ask);
    const remarks = [...found.warnings, ...effects.warnings];
    return {
      mistakes: inFileOrder([
        ...found.problems,
        ...found.duplicates,
        ...effects.problems,
        ...(strict ? remarks : []),
        ...(ask.adk ? found.adkIncompatibilities : []),
      ]),
      remarks: [
        ...inFileOrder(strict ? [] : remarks),
        ...effects.remarks,
        ...oldFormatRemark(set, found),
        ...(defaults ? defaultRemarks(found, effects.configFile) : []),
      ],
      size: sizeOf(found),
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { mistakes: [error, ...error.others], remarks: [], size: "" };
  }
}

/** As somebody reads who mends the file from top to bottom; what has no line comes last. */
function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const at = ({ place }: Problem) => [place?.line ?? Number.MAX_VALUE, place?.column ?? 0] as const;
  return problems.toSorted((one, other) => {
    const [[line, column], [otherLine, otherColumn]] = [at(one), at(other)];
    return line - otherLine || column - otherColumn;
  });
}

/** What was left out and what it stands for. */
function defaultRemarks(
  { defaults, problems, evalSet }: ParseReport,
  configFile: string | undefined,
): readonly Problem[] {
  if (problems.length > 0) return [];
  const without = evalSet.evalCases.filter((each) => each.sessionInput === undefined).length;
  const lines = defaults.map(({ path, value, count }) => {
    const times = count === 1 ? "" : `, ${count} times`;
    return `${path} was left out${times}: ${JSON.stringify(value)}.`;
  });
  if (without > 0) {
    const times = without === 1 ? "" : `, ${without} times`;
    lines.push(
      `eval_cases[].session_input was left out${times}: user "test_user_id", an empty state.`,
    );
  }
  lines.push(
    configFile === undefined
      ? "There is no test_config.json: tool_trajectory_avg_score ≥ 1 and response_match_score ≥ 0.8."
      : `Criteria are those of ${configFile}.`,
  );
  return lines.map((message) => ({ message }));
}

function oldFormatRemark(set: SelectedEvalSet, { oldFormat }: ParseReport): readonly Problem[] {
  if (!oldFormat) return [];
  const stem = set.name.replace(/(?:\.test|\.evalset)?\.json$/, "");
  // a set is never migrated onto itself
  const target = `${stem}.evalset.json` === set.name ? `${stem}.new` : stem;
  return [
    {
      message: `${set.name} is in an old format.`,
      hint: `It is read; to have it in the new one:  assay eval-set migrate ${set.name} ${target}.evalset.json`,
    },
  ];
}

function sizeOf({ problems, evalSet }: ParseReport): string {
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
