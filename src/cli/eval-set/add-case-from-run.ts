import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase, EvalSet } from "../../core/eval-set.ts";
import { shortId } from "../../core/text/short-id.ts";
import { ExitCode } from "../../core/verdict.ts";
import { editCases, editFile } from "../../eval-sets/editing/edit-eval-set.ts";
import { writeEvalSet } from "../../eval-sets/write-eval-set.ts";
import { writeNew } from "../../files/write-new.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import { caseFromRun } from "../../project/history/case-from-run.ts";
import { findRun } from "../../project/history/finding/find-run.ts";
import { loadRun } from "../../project/history/load-run.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { countOption, isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { withRuns } from "../open-runs.ts";

interface Target {
  /** The file of the eval set, as it was named. */
  readonly file: string;
  /** RUN:CASE */
  readonly fromRun: string;
}

/** Adds a case made of a conversation of a run; the set is created when it is missing. */
export async function addCaseFromRun(
  input: CommandInput,
  { file, fromRun }: Target,
): Promise<number> {
  const { options, terminal } = input;
  const { run, name } = parse(fromRun);
  const given = textOption(options, "trial");
  return withRuns(input, async (store) => {
    const runId = await findRun(store, run, { cwd: input.cwd });
    const loaded = await loadRun(store, runId);
    const references = !isOn(options, "no_references");
    const { evalCase, result } = await caseFromRun(loaded, {
      name,
      references,
      trial: given === undefined ? undefined : countOption(options, "trial", 1),
      evalId: textOption(options, "id"),
      secrets: await secretsOf(loaded.summary.about, input.cwd),
      now: Date.now() / 1000,
    });
    if (await createSet(resolve(input.cwd, file))) terminal.write(`Wrote ${cleanLine(file)}.\n`);
    const isFixed = textOption(options, "id") !== undefined;
    const added = { evalCase, isFixed, runId: shortId(runId) };
    const evalId = await add(resolve(input.cwd, file), file, added);
    const count = evalCase.conversation?.length ?? 0;
    const turns = count === 1 ? "1 turn" : `${count} turns`;
    terminal.write(`Eval case '${cleanLine(evalId)}' added to ${cleanLine(file)}: ${turns}.\n`);
    if (references && result.status !== "passed") {
      terminal.warn(
        "note   The case did not pass in that run, and its references are what the agent did.\n       Correct them, or add it with --no_references.\n",
      );
    }
    return ExitCode.passed;
  });
}

/** False when there is one. */
async function createSet(path: string): Promise<boolean> {
  if (existsSync(path)) return false;
  const evalSetId = basename(path).replace(/(?:\.evalset|\.test)?\.json$/, "");
  const evalSet = {
    evalSetId,
    name: evalSetId,
    evalCases: [],
    creationTimestamp: Date.now() / 1000,
  };
  // somebody else may be faster, and that is as good
  return await writeNew(path, writeEvalSet(evalSet, { keepEmpty: true }));
}

interface Added {
  readonly evalCase: EvalCase;
  /** An id that was not asked for gives way to one that is there. */
  readonly isFixed: boolean;
  readonly runId: string;
}

async function add(
  path: string,
  file: string,
  { evalCase, isFixed, runId }: Added,
): Promise<string> {
  let evalId = evalCase.evalId;
  const change = ({ evalCases }: EvalSet) => {
    const taken = new Set(evalCases.map((each) => each.evalId));
    evalId = evalCase.evalId;
    if (taken.has(evalId) && isFixed) {
      throw new UserFacingError(
        "eval-set/duplicate",
        `${file} already has a case ${JSON.stringify(evalId)}.`,
        { hint: "Choose another one with --id." },
      );
    }
    for (let count = 1; taken.has(evalId); count += 1) {
      evalId = `${evalCase.evalId}_${runId}${count === 1 ? "" : `_${count}`}`;
    }
    return [...evalCases, { ...evalCase, evalId }];
  };
  await editFile(path, (text) => editCases(text, change, file), file);
  return evalId;
}

function parse(text: string): { readonly run: string; readonly name: string } {
  const colon = text.indexOf(":");
  const run = text.slice(0, colon);
  const name = text.slice(colon + 1);
  if (colon === -1 || run === "" || name === "") {
    throw new UserFacingError("cli/usage", `--from_run is "${text}"; RUN:CASE was expected.`, {
      hint: "Write, for example, --from_run latest:lights_off.",
    });
  }
  return { run, name };
}
