import { ExitCode } from "../../core/verdict.ts";
import type { CommandInput } from "../command.ts";
import { openAgentFolder } from "./agent-folder.ts";

/** `assay eval-set create`: an empty set, reported in ADK's words. */
export async function evalSetCreateCommand(input: CommandInput): Promise<number> {
  const [folder = "", evalSetId = ""] = input.arguments;
  const { appName, sets } = await openAgentFolder(folder, input.cwd);
  await sets.create(evalSetId);
  input.terminal.write(`Eval set '${evalSetId}' created for app '${appName}'.\n`);
  return ExitCode.passed;
}
