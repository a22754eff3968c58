import { resolve } from "node:path";
import { loadAgent } from "../../agents/loading/load-agent.ts";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { addScenarios } from "../../eval-sets/editing/add-scenarios.ts";
import type { EvalSetFolder } from "../../eval-sets/eval-set-folder.ts";
import { readTextFile } from "../../files/read-text-file.ts";
import { readGenerationConfig } from "../../project/config/read-generation-config.ts";
import { generateCases } from "../../project/eval-sets/generate-cases.ts";
import { watchWaiting } from "../../project/models/watch-waiting.ts";
import { modelOptions, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { isolateAgent } from "../isolate-agent.ts";
import { type JobInput, paidJobCommand } from "../paid-job-command.ts";
import { reportWaiting } from "../text/report-waiting.ts";
import { openAgentFolder } from "./agent-folder.ts";

/** `assay eval-set generate`: cases that a model makes up for an agent, reported in ADK's words. */
export function evalSetGenerateCommand(input: CommandInput): Promise<number> {
  const name = (asked: CommandInput) => asked.arguments.join(" ");
  const spec = { kind: "generate", command: "assay eval-set generate", name } as const;
  return paidJobCommand(input, spec, generate);
}

async function generate(input: JobInput): Promise<number> {
  const [folder, evalSetId] = input.arguments;
  if (folder === undefined || evalSetId === undefined) {
    throw new UserFacingError("cli/usage", "assay eval-set generate needs AGENT_DIR and ID.", {
      hint: "Write, for example, assay eval-set generate my_agent new_set --user_simulation_config_file gen.json",
    });
  }
  const { cwd, terminal, options } = input;
  const file = textOption(options, "user_simulation_config_file");
  if (file === undefined) {
    throw new UserFacingError(
      "cli/usage",
      "assay eval-set generate needs --user_simulation_config_file.",
      { hint: 'It names a JSON file as {"count": 5, "model_name": "gemini-2.5-flash"}.' },
    );
  }
  const { appName, sets } = await openAgentFolder(folder, cwd);
  const config = readGenerationConfig(await readTextFile(resolve(cwd, file), { name: file }), file);
  // before the model is paid: no case can be added to a set that cannot be read
  const isThere = (await sets.get(evalSetId)) !== undefined;
  const { scenarios, state, shortBecause } = await generated(input, folder, config);
  if (input.stop.aborted) return ExitCode.interrupted;

  const isNew = !isThere && (await created(sets, evalSetId));
  const what = isNew ? `created for app '${appName}'` : "already exists";
  terminal.write(`Eval set '${evalSetId}' ${what}.\n`);
  const sessionInput = { appName, userId: "test_user_id", state };
  const now = Date.now() / 1000;
  for (const { evalId, added } of await addScenarios(sets, evalSetId, {
    scenarios,
    sessionInput,
    now,
  })) {
    const outcome = added
      ? `added to eval set '${evalSetId}'.`
      : `already exists in eval set '${evalSetId}', skipped adding.`;
    terminal.write(`Eval case '${evalId}' ${outcome}\n`);
  }
  if (shortBecause !== undefined) {
    terminal.warn(
      `note   ${scenarios.length} of ${config.count} cases were generated. ${shortBecause}\n`,
    );
  }
  return ExitCode.passed;
}

/** False when somebody created it while the model was asked: what was paid for is added to theirs. */
async function created(sets: EvalSetFolder, evalSetId: string): Promise<boolean> {
  try {
    await sets.create(evalSetId);
    return true;
  } catch (error) {
    if (isUserFacingError(error) && error.code === "eval-set/exists") return false;
    throw error;
  }
}

async function generated(
  input: JobInput,
  folder: string,
  config: ReturnType<typeof readGenerationConfig>,
) {
  const { modelRegistry } = await import("../../project/models/model-registry.ts");
  const isolation = isolateAgent(input);
  try {
    const loaded = await loadAgent(folder, { cwd: input.cwd });
    // after the agent, whose .env may hold the key
    const { baseUrl, maxCost } = modelOptions(input.options);
    const registry = modelRegistry({ env: process.env, baseUrl, maxCost });
    const access = (await input.openJob()).keep(registry.client);
    const { signal } = input;
    return await watchWaiting(access, reportWaiting(input.terminal), () =>
      generateCases({ loaded, config, models: { ...registry, client: access }, signal }),
    );
  } finally {
    isolation.restore();
  }
}
