import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { AgentFile } from "../../agents/loading/find-agent-file.ts";
import { UserFacingError } from "../../core/errors.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { ExitCode } from "../../core/verdict.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { unwritable } from "../../files/unwritable.ts";
import { writeNew } from "../../files/write-new.ts";
import { writeWhole } from "../../files/write-whole.ts";
import { findProject } from "../../project/assay-config/find-project.ts";
import { wrap } from "../../reporters/text/text-width.ts";
import { choiceOption, isOn, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { askLines } from "../text/ask-lines.ts";
import { findAgents } from "./find-agents.ts";
import { findFramework, folderWith } from "./find-framework.ts";
import { firstEvalSet, usualGoal } from "./init-eval-set.ts";
import { type Preset, presetConfig, presetSummaries, presets } from "./init-presets.ts";
import { projectText, projectWith } from "./init-project.ts";
import {
  type Ask,
  answersWithout,
  askQuestions,
  type GivenAnswers,
  type InitAnswers,
  listOf,
} from "./init-questions.ts";
import { workflowText, workflowWith } from "./init-workflow.ts";

/** How many other agents are named, so that the answer to the command stays on one screen. */
const MOST_OTHERS = 5;

/** `assay init`: finds the agent, asks five questions, writes what a first run needs. */
export async function initCommand(input: CommandInput, ask?: Ask): Promise<number> {
  const { options, cwd, terminal } = input;
  const given = answersIn(options);
  const [agent, ...others] = findAgents(input.arguments[0] ?? ".", cwd);
  if (agent === undefined) throw new Error("findAgents gives one or throws");
  const framework = findFramework(agent.path);
  const target = shortPath(agentTarget(agent), cwd);
  const say = (label: string, text: string) => terminal.write(`  ${label.padEnd(10)}${text}\n`);

  terminal.write("\n");
  say(
    "agent",
    `${target} (${framework.name}${framework.by === "package.json" ? ", by package.json" : ""})`,
  );
  for (const line of alsoThere(others.map((other) => shortPath(agentTarget(other), cwd)))) {
    say(...line);
  }
  const answers = await answersTo(input, { given, guess: guessPreset(agent), ask });
  if (answers === undefined) return ExitCode.interrupted;
  say("preset", `${answers.preset}: ${presetSummaries[answers.preset]}`);
  terminal.write("\n");

  let isNew = true;
  for (const file of filesFor(agent, answers, cwd)) {
    const where = shortPath(file.path, cwd);
    if (await create(file)) say("written", where);
    else if (await extend(file)) say("extended", `${where} by ${target}`);
    else {
      say("kept", `${where}, which was there already`);
      if (file.path.endsWith(".evalset.json")) isNew = false;
    }
  }
  terminal.write("\n");
  for (const line of nextLines(agent, { target, answers, framework, isNew })) say(...line);
  terminal.write("\n");
  return ExitCode.passed;
}

function alsoThere(targets: readonly string[]): readonly (readonly [string, string])[] {
  const shown = targets
    .slice(0, MOST_OTHERS)
    .map((target) => ["also", `${target}: assay init ${shellWord(target)}`] as const);
  const more = targets.length - shown.length;
  return more === 0 ? shown : [...shown, ["", `and ${more} more`]];
}

/** What flags say already. A flag that answers the question of another preset would have no effect. */
function answersIn(options: CommandInput["options"]): GivenAnswers {
  const preset = choiceOption(options, "preset", presets);
  const [last, ...more] = presets.filter((each) => options[lastFlags[each]] !== undefined);
  const meant = preset ?? last;
  const foreign = [last, ...more].find((each) => each !== undefined && each !== meant);
  if (foreign !== undefined && meant !== undefined) {
    throw new UserFacingError(
      "cli/usage",
      `--${lastFlags[foreign]} belongs to the preset ${foreign}, and this one is ${meant}.`,
      { hint: `Write --${lastFlags[meant]} alone, or --preset ${foreign}.` },
    );
  }
  const words = last === undefined ? undefined : textOption(options, lastFlags[last]);
  return {
    preset: meant,
    goal: textOption(options, "goal"),
    request: textOption(options, "request"),
    answer: textOption(options, "answer"),
    words: words === undefined ? undefined : listOf(words),
  };
}

const lastFlags: Readonly<Record<Preset, string>> = {
  tools: "tools",
  chat: "words",
  safety: "never",
};

interface Questioning {
  readonly given: GivenAnswers;
  readonly guess: Preset;
  readonly ask: Ask | undefined;
}

/** Undefined when the user pressed Ctrl-C; nothing is written then. */
async function answersTo(
  { options }: CommandInput,
  { given, guess, ask }: Questioning,
): Promise<InitAnswers | undefined> {
  if (ask !== undefined) return await askQuestions(ask, { given, guess });
  if (isOn(options, "yes")) return await answersWithout(given, guess);
  const questions = askLines();
  try {
    return await askQuestions(questions.ask, { given, guess });
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
  /** What becomes of one that is there already; it stays as it is where nothing is returned. */
  readonly extended?: (text: string) => string | undefined;
}

function filesFor(agent: AgentFile, answers: InitAnswers, cwd: string): readonly NewFile[] {
  const { directory } = agent;
  const { preset, first, goal, words } = answers;
  const appName = agent.name;
  const root = folderWith(".git", directory) ?? folderWith("package.json", directory) ?? cwd;
  const work = folderWith("package.json", directory) ?? root;
  // a package outside of the repository cannot be what its workflow installs
  const inside = !relative(root, work).startsWith("..");
  const step = {
    agent: relative(inside ? work : root, agentTarget(agent)) || ".",
    workingDirectory: (inside && relative(root, work)) || ".",
  };
  const facts = { words, hasAnswer: first.answer !== undefined, goal: ownGoal(goal) };
  return [
    {
      path: join(directory, "first.evalset.json"),
      text: firstEvalSet({
        id: "first",
        preset,
        first,
        goal,
        appName,
        now: Math.floor(Date.now() / 1000),
      }),
    },
    { path: join(directory, "test_config.json"), text: presetConfig(preset, facts) },
    projectFile(agent, inside ? work : root),
    {
      path: join(root, ".github/workflows/assay.yml"),
      text: workflowText(step),
      extended: (text) => {
        const whole = workflowWith(text, step);
        return whole === "there" ? undefined : whole;
      },
    },
  ];
}

/** The project config that is there, whatever its ending, or a new one beside package.json. */
function projectFile(agent: AgentFile, folder: string): NewFile {
  const there = findProject(agent.directory);
  const path = there ?? join(folder, "assay.config.json");
  const named = { name: agent.name, path: relative(dirname(path), agentTarget(agent)) || "." };
  return { path, text: projectText(named), extended: (text) => projectWith(text, named) };
}

/** A goal that nobody gave says nothing about a metric. */
function ownGoal(goal: string): string | undefined {
  return goal === usualGoal ? undefined : goal;
}

/** False when the file has all it needs, or is not one of ours. */
async function extend({ path, extended }: NewFile): Promise<boolean> {
  const text = readFileSync(path, "utf8");
  const whole = extended?.(text);
  if (whole === undefined) return false;
  await writeWhole(path, whole);
  return true;
}

/** False when there is such a file already: it is somebody's work. */
async function create({ path, text }: NewFile): Promise<boolean> {
  await makeFolder(dirname(path)).catch((cause) => {
    throw unwritable(path, cause);
  });
  return await writeNew(path, text);
}

interface NextOptions {
  readonly target: string;
  readonly answers: InitAnswers;
  readonly framework: { readonly name: string; readonly direct: boolean };
  /** The first set was written just now, so what it lacks is known. */
  readonly isNew: boolean;
}

function nextLines(
  { directory }: AgentFile,
  { target, answers, framework, isNew }: NextOptions,
): readonly (readonly [label: string, text: string])[] {
  const lines: string[] = [];
  if (!isInstalled(directory)) lines.push("npm install --save-dev assay");
  lines.push(`npx assay eval ${shellWord(target)}`);
  const [first = "", ...rest] = lines;
  const notes = [
    ...(isNew ? whatToChange(answers) : [addCases]),
    ...(framework.direct
      ? []
      : [
          `Agents of ${framework.name} are evaluated through a function: export one that calls yours.`,
        ]),
  ];
  return [["next", first], ...[...rest, ...notes].map((line) => ["", line] as const)];
}

const addCases = "Then add a case for everything it should do.";

/** What nobody said is not compared yet; saying how to have it compared is the next step. */
function whatToChange({ first, preset, words }: InitAnswers): readonly string[] {
  const missing = [
    ...(first.answer === undefined ? ["final_response"] : []),
    ...(first.tools === undefined && preset === "tools" ? ["tool_uses"] : []),
  ];
  if (missing.length === 0) return [addCases];
  // an answer, words, tools or forbidden ones are more than nothing to go by
  const asksLittle = first.answer === undefined && words.length === 0 && preset !== "safety";
  return wrap(
    `${asksLittle ? "The first case only shows that the agent answers. For more," : "To have more compared,"} write ${missing.join(" and ")} into ${asksLittle ? "it" : "the first case"} and take the // away in test_config.json.`,
    68,
  );
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
