import { resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { ExitCode } from "../core/verdict.ts";
import { addScenarios, readScenarios, readSessionInput } from "../eval-sets/add-scenarios.ts";
import { readTextFile } from "../eval-sets/read-text-file.ts";
import { openAgentFolder } from "./agent-folder.ts";
import type { CommandInput } from "./command.ts";
import { textOption } from "./read-options.ts";

/** `assay eval-set add-case`: a case for each scenario of a file, told in ADK's words. */
export async function evalSetAddCaseCommand(input: CommandInput): Promise<number> {
  const [folder = "", evalSetId = ""] = input.arguments;
  const scenariosFile = textOption(input.options, "scenarios_file");
  if (scenariosFile === undefined) {
    throw new UserFacingError("cli/usage", "assay eval-set add-case needs --scenarios_file.", {
      hint: 'It names a JSON file as {"scenarios": [{"starting_prompt": "…", "conversation_plan": "…"}]}.',
    });
  }
  const sessionFile = textOption(input.options, "session_input_file");
  const { sets } = await openAgentFolder(folder, input.cwd);
  const read = async (file: string) => readTextFile(resolve(input.cwd, file), file);
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
