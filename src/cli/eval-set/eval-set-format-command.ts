import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { editFile } from "../../eval-sets/editing/edit-eval-set.ts";
import { type Formatted, formatEvalSet } from "../../eval-sets/editing/format-eval-set.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { isCode } from "../../project/eval-sets/open-set-file.ts";
import { findEvalSets, type SelectedEvalSet } from "../../project/eval-sets/select-eval-sets.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { wrapText } from "../help-text.ts";
import { sourceText } from "./eval-set-source-text.ts";

/** `assay eval-set format`: files laid out by one rule, or brought into the form that ADK reads. */
export async function evalSetFormatCommand(input: CommandInput): Promise<number> {
  const { sets } = await findEvalSets(
    input.arguments.map((evalSet) => ({ evalSet, cases: [], widened: false })),
    { agentDirectory: input.cwd, cwd: input.cwd },
  );
  const output = textOption(input.options, "output");
  const strict = isOn(input.options, "strict");
  if (output !== undefined && isOn(input.options, "check")) {
    throw new UserFacingError("cli/usage", "--check writes nothing, so --output has no file.", {
      hint: "Leave one of them out.",
    });
  }
  if (output !== undefined) return writeElsewhere(sets, output, { input, strict });
  for (const set of sets) refuseCode(set);
  if (isOn(input.options, "check")) return check(sets, { input, strict });
  for (const set of sets) {
    let done: Formatted | undefined;
    let before = "";
    await editFile(
      set.path,
      (text) => {
        before = text;
        done = formatEvalSet(text, { file: set.name, strict });
        return done.text;
      },
      set.name,
    );
    const what = done?.text === before ? "is formatted already" : "formatted";
    input.terminal.write(`${cleanLine(set.name)} ${what}.\n`);
    reportLost(done, set, input);
  }
  return ExitCode.passed;
}

/** What code looks like is its author's; the set that it makes can be written elsewhere. */
function refuseCode({ path, name }: SelectedEvalSet): void {
  if (!isCode(path)) return;
  throw new UserFacingError("eval-set/invalid", `${name} is code, and no JSON to lay out.`, {
    hint: `Write the set that it makes into a file:  assay eval-set format ${name} -o ${name.replace(/\.[cm]?[jt]s$/, ".json")}`,
  });
}

interface FormatContext {
  readonly input: CommandInput;
  readonly strict: boolean;
}

async function writeElsewhere(
  sets: readonly SelectedEvalSet[],
  output: string,
  { input, strict }: FormatContext,
): Promise<number> {
  const [set, ...others] = sets;
  if (set === undefined || others.length > 0) {
    throw new UserFacingError(
      "cli/usage",
      `--output takes one eval set; ${sets.length} are meant.`,
      {
        hint: "Name one file.",
      },
    );
  }
  const done = formatEvalSet(await sourceText(set), { file: set.name, strict });
  if (output === "-") input.terminal.write(done.text);
  else {
    await writeWhole(resolve(input.cwd, output), done.text);
    input.terminal.write(`Wrote ${cleanLine(output)}.\n`);
  }
  reportLost(done, set, input);
  return ExitCode.passed;
}

async function check(
  sets: readonly SelectedEvalSet[],
  { input, strict }: FormatContext,
): Promise<number> {
  let count = 0;
  for (const { path, name } of sets) {
    const text = await readTextFile(path, { name, invalid: "eval-set/invalid" });
    if (formatEvalSet(text, { file: name, strict }).text === text) continue;
    count += 1;
    input.terminal.write(`${cleanLine(name)} is not formatted.\n`);
  }
  return count === 0 ? ExitCode.passed : ExitCode.userError;
}

function reportLost(
  done: Formatted | undefined,
  { name }: SelectedEvalSet,
  { terminal }: CommandInput,
) {
  const count = done?.lostComments ?? 0;
  if (count === 0) return;
  const what = count === 1 ? "1 comment was" : `${count} comments were`;
  const note = `${what} left out of ${cleanLine(name)}: strict JSON has none.`;
  terminal.warn(`note   ${wrapText(note, 7)}\n`);
}
