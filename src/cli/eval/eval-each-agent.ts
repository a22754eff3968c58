import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { relative } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { parseInlineAgent } from "../../project/assay-config/find-project.ts";
import { fileReporterNames } from "../../reporters/reporter-table.ts";
import { listOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * `assay eval` alone, where the project has several agents: a run for each, one after the other. Each has a process of its
 * own, so that no agent's environment or leftovers are another's. The worst exit code is ours.
 */
export async function evalEachAgent(
  input: CommandInput,
  names: readonly string[],
): Promise<number> {
  checkReports(input, names);
  checkPaths(input);
  let worst: number = ExitCode.passed;
  for (const name of names) {
    const code = await evalAgent(input, name);
    worst = Math.max(worst, code);
    if (code === ExitCode.interrupted) return code;
  }
  return worst;
}

/** The typed words again, with the agent's name before the flags. */
function evalAgent({ argv, cwd }: CommandInput, name: string): Promise<number> {
  const [command = "eval", ...flags] = argv;
  const words = [...process.execArgv, process.argv[1] ?? "", command, name, ...flags];
  const child = spawn(process.execPath, words, { cwd, stdio: "inherit" });
  // a terminal sends Ctrl-C to both; what is sent to us alone is handed on
  const handOn = (signal: NodeJS.Signals) => {
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of signals) process.on(signal, handOn);
  return new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    // killed from outside: what it had begun is not whole
    child.once("close", (code) => resolve(code ?? ExitCode.incomplete));
  }).finally(() => {
    for (const signal of signals) process.off(signal, handOn);
  });
}

/** A path that leads nowhere is reported before the agents ahead of it are run, and paid for. */
function checkPaths({ project, cwd }: CommandInput): void {
  for (const [name, { path }] of project?.agents ?? []) {
    if (existsSync(parseInlineAgent(path)?.file ?? path)) continue;
    throw new UserFacingError(
      "agent/not-found",
      `There is no agent at ${relative(cwd, path)}, which stands for ${JSON.stringify(name)}.`,
      {
        hint: "Correct its path, which starts from the config. No agent was called.",
        place: { file: relative(cwd, project?.path ?? ""), path: "agents" },
      },
    );
  }
}

/** Reports of several runs in one place would be none. */
function checkReports({ options }: CommandInput, names: readonly string[]): void {
  for (const reporter of listOption(options, "reporter")) {
    const [format = "", ...file] = reporter.split("=");
    // lines of several runs are still lines; a whole report after another is no report
    const isWhole = fileReporterNames.includes(format) && format !== "jsonl";
    const shared = file.length === 0 ? isWhole : true;
    if (!shared || reporter.includes("[name]")) continue;
    throw new UserFacingError(
      "cli/usage",
      `The ${format} reports of ${names.length} agents would go to one place.`,
      { hint: `Write [name] into the file's name, or name one agent:  assay eval ${names[0]}` },
    );
  }
}
