import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { AgentFile } from "../agents/find-agent-file.ts";
import { UserFacingError } from "../core/errors.ts";
import { ExitCode } from "../core/verdict.ts";
import { makeFolder } from "../eval-sets/make-folder.ts";
import type { CommandInput } from "./command.ts";
import { findAgents } from "./find-agents.ts";
import { findFramework, folderWith } from "./find-framework.ts";
import { firstEvalSet } from "./init-eval-set.ts";
import { type Preset, presetConfig, presetSummaries, presets } from "./init-presets.ts";
import {
  type Ask,
  askQuestions,
  defaultAnswers,
  type InitAnswers,
  terminalQuestions,
} from "./init-questions.ts";
import { workflowText } from "./init-workflow.ts";
import { choiceOption, isOn } from "./read-options.ts";

/** `assay init`: finds the agent, asks four questions, writes what a first run needs. */
export async function initCommand(input: CommandInput, ask?: Ask): Promise<number> {
  const { arguments: given, options, cwd, terminal } = input;
  const preset = choiceOption(options, "preset", presets);
  const [agent, ...others] = findAgents(given[0] ?? ".", cwd);
  if (agent === undefined) throw new Error("findAgents gives one or throws");
  const framework = findFramework(agent.path);
  const target = shortPath(agentTarget(agent), cwd);
  const say = (label: string, text: string) => terminal.write(`  ${label.padEnd(10)}${text}\n`);

  terminal.write("\n");
  say(
    "agent",
    `${target} (${framework.name}${framework.by === "package.json" ? ", by package.json" : ""})`,
  );
  for (const other of others.slice(0, 5)) {
    say(
      "also",
      `${shortPath(agentTarget(other), cwd)}: assay init ${shortPath(agentTarget(other), cwd)}`,
    );
  }
  const answers = await answersTo(input, { preset, guess: guessPreset(agent), ask });
  if (answers === undefined) return ExitCode.interrupted;
  say("preset", `${answers.preset}: ${presetSummaries[answers.preset]}`);
  terminal.write("\n");

  for (const file of filesFor(agent, answers, cwd)) {
    const written = await writeNew(file);
    const where = shortPath(file.path, cwd);
    say(written ? "written" : "kept", written ? where : `${where}, which was there already`);
  }
  terminal.write("\n");
  for (const line of nextLines(agent, { target, cwd, framework })) say(...line);
  terminal.write("\n");
  return ExitCode.passed;
}

/** Undefined when the user pressed Ctrl-C; nothing is written then. */
async function answersTo(
  { options, terminal }: CommandInput,
  { preset, guess, ask }: { preset: Preset | undefined; guess: Preset; ask: Ask | undefined },
): Promise<InitAnswers | undefined> {
  if (ask !== undefined) return await askQuestions(ask, { preset, guess });
  const silent = isOn(options, "yes") || !terminal.interactive || process.stdin.isTTY !== true;
  if (silent) return defaultAnswers(preset ?? guess);
  const questions = terminalQuestions();
  try {
    return await askQuestions(questions.ask, { preset, guess });
  } catch (error) {
    if (questions.interrupted.aborted) return undefined;
    throw error;
  } finally {
    questions.close();
  }
}

/** An agent whose code speaks of tools is judged by how it uses them. */
function guessPreset({ path }: AgentFile): Preset {
  return /\btools?\b|\bturn\.call\b/i.test(readFileSync(path, "utf8")) ? "tools" : "chat";
}

interface NewFile {
  readonly path: string;
  readonly text: string;
}

function filesFor(agent: AgentFile, answers: InitAnswers, cwd: string): readonly NewFile[] {
  const { directory } = agent;
  const { preset, first } = answers;
  const appName = agent.name;
  const root = folderWith(".git", directory) ?? folderWith("package.json", directory) ?? cwd;
  const work = folderWith("package.json", directory) ?? root;
  // a package outside of the repository cannot be what its workflow installs
  const inside = !relative(root, work).startsWith("..");
  const workflow = workflowText({
    agent: relative(inside ? work : root, agentTarget(agent)) || ".",
    workingDirectory: (inside && relative(root, work)) || ".",
  });
  return [
    {
      path: join(directory, "first.evalset.json"),
      text: firstEvalSet({ preset, first, appName, now: Math.floor(Date.now() / 1000) }),
    },
    { path: join(directory, "test_config.json"), text: presetConfig(preset, answers) },
    { path: join(root, ".github/workflows/assay.yml"), text: workflow },
  ];
}

/** False when there is such a file already: it is somebody's work. */
async function writeNew({ path, text }: NewFile): Promise<boolean> {
  try {
    await makeFolder(dirname(path));
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "EEXIST" && existsSync(path)) return false;
    throw new UserFacingError("file/unwritable", `Cannot write ${path}.`, {
      hint: (cause as Error).message,
      cause,
    });
  }
}

interface NextOptions {
  readonly target: string;
  readonly cwd: string;
  readonly framework: { readonly name: string; readonly direct: boolean };
}

function nextLines(
  { directory }: AgentFile,
  { target, framework }: NextOptions,
): readonly (readonly [label: string, text: string])[] {
  const lines: string[] = [];
  if (!isInstalled(directory)) lines.push("npm install --save-dev assay");
  lines.push(`npx assay eval ${target}`);
  const [first = "", ...rest] = lines;
  const notes = [
    "Then say in first.evalset.json what your agent should do.",
    ...(framework.direct
      ? []
      : [
          `Agents of ${framework.name} are evaluated through a function: export one that calls yours.`,
        ]),
  ];
  return [["next", first], ...[...rest, ...notes].map((line) => ["", line] as const)];
}

function isInstalled(directory: string): boolean {
  return folderWith("node_modules/assay", directory) !== undefined;
}

/** Its folder, or its file where the folder does not lead to it. */
function agentTarget({ path, directory }: AgentFile): string {
  return /[\\/]agent\.\w+$/.test(path) ? directory : path;
}

function shortPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  return short.startsWith("..") ? path : short;
}
