import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { EvalSet } from "../../core/eval-set.ts";
import { ExitCode } from "../../core/verdict.ts";
import { migrateFile } from "../../eval-sets/legacy/migrate-file.ts";
import { oldCriteriaAmong } from "../../eval-sets/legacy/old-criteria.ts";
import { oldRowCriteria } from "../../project/config/old-row-criteria.ts";
import { cleanLine } from "../../reporters/text/clean-text.ts";
import { isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

/** `assay eval-set migrate`: an old file becomes an eval set beside it. */
export async function evalSetMigrateCommand(input: CommandInput): Promise<number> {
  const [oldFile = "", newFile = ""] = input.arguments;
  const session = textOption(input.options, "initial_session_file");
  const evalSet = await migrateFile({
    oldPath: oldFile,
    newPath: newFile,
    initialSessionFile: session,
    // what ADK itself would not score may still be migrated
    criteria: oldCriteriaAmong(await oldRowCriteria(resolve(input.cwd, oldFile))),
    force: isOn(input.options, "force"),
    now: Date.now() / 1000,
    newId: randomUUID,
    resolve: (path) => resolve(input.cwd, path),
  });
  const lines = [
    `Wrote ${newFile}: ${sizeOf(evalSet)}.`,
    `It was read back and says the same, so ${oldFile} is no longer needed.`,
  ];
  input.terminal.write(`${lines.map(cleanLine).join("\n")}\n`);
  return ExitCode.passed;
}

function sizeOf({ evalCases }: EvalSet): string {
  const turns = evalCases.reduce((total, each) => total + (each.conversation?.length ?? 0), 0);
  return `${evalCases.length} ${evalCases.length === 1 ? "case" : "cases"}, ${turns} ${turns === 1 ? "turn" : "turns"}`;
}
