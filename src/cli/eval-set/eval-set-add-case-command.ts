import { basename, dirname, join, resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { addScenarios } from "../../eval-sets/editing/add-scenarios.ts";
import { readScenarios, readSessionInput } from "../../eval-sets/editing/read-scenarios.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { openAgentFolder } from "./agent-folder.ts";

/** `assay eval-set add-case`: a case for each scenario of a file, reported in ADK's words, or one of a conversation of a run. */
export async function evalSetAddCaseCommand(input: CommandInput): Promise<number> {
  const scenariosFile = textOption(input.options, "scenarios_file");
  const fromRun = textOption(input.options, "from_run");
  if (fromRun !== undefined) {
    if (scenariosFile !== undefined) throw oneOfTwo();
    const { addCaseFromRun } = await import("./add-case-from-run.ts");
    return addCaseFromRun(input, { file: fileOf(input), fromRun });
  }
  if (scenariosFile === undefined) {
    throw new UserFacingError(
      "cli/usage",
      "assay eval-set add-case needs --scenarios_file or --from_run.",
      {
        hint: 'The first names a JSON file as {"scenarios": [{"starting_prompt": "…", "conversation_plan": "…"}]}, the second a conversation as RUN:CASE.',
      },
    );
  }
  const { folder, evalSetId } = placeOf(input);
  const sessionFile = textOption(input.options, "session_input_file");
  const { sets } = await openAgentFolder(folder, input.cwd);
  const read = async (file: string) =>
    readTextFile(resolve(input.cwd, file), { name: file, invalid: "eval-set/invalid" });
  const scenarios = readScenarios(await read(scenariosFile), scenariosFile);
  const sessionInput =
    sessionFile === undefined ? undefined : readSessionInput(await read(sessionFile), sessionFile);
  const now = Date.now() / 1000;
  const reported = await addScenarios(sets, evalSetId, { scenarios, sessionInput, now });
  for (const { evalId, added } of reported) {
    const what = added
      ? `added to eval set '${evalSetId}'.`
      : `already exists in eval set '${evalSetId}', skipped adding.`;
    input.terminal.write(`Eval case '${evalId}' ${what}\n`);
  }
  return ExitCode.passed;
}

const suffix = ".evalset.json";

/** A set is named by its agent's folder and its id, or by its file. */
function placeOf({ arguments: [first = "", id] }: Pick<CommandInput, "arguments">): {
  readonly folder: string;
  readonly evalSetId: string;
} {
  if (id !== undefined) return { folder: first, evalSetId: id };
  if (first.endsWith(suffix)) {
    return { folder: dirname(first), evalSetId: basename(first).slice(0, -suffix.length) };
  }
  if (/\.[cm]?[jt]s$/.test(first)) {
    throw new UserFacingError(
      "eval-set/invalid",
      `${first} is code, and cases are added to JSON.`,
      {
        hint: `Name another file, which is made when it is missing:  ${first.replace(/\.[cm]?[jt]s$/, ".json")}`,
      },
    );
  }
  throw new UserFacingError("cli/usage", `It is not said which eval set of ${first} is meant.`, {
    hint: `Name its file, ${first}/ID${suffix}, or its id after the folder.`,
  });
}

function fileOf({ arguments: [first = "", id] }: CommandInput): string {
  if (id === undefined && first.endsWith(".json")) return first;
  const { folder, evalSetId } = placeOf({ arguments: id === undefined ? [first] : [first, id] });
  return join(folder, `${evalSetId}${suffix}`);
}

function oneOfTwo(): UserFacingError {
  return new UserFacingError("cli/usage", "--scenarios_file and --from_run exclude each other.", {
    hint: "Add the cases of one, then those of the other.",
  });
}
