import { setImmediate } from "node:timers";
import { gateProcess } from "../agents/isolation/gate-process.ts";
import { takeOverOutput } from "../agents/isolation/take-over-output.ts";
import { isUserFacingError, messageOf, readableError, UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/text/nearest.ts";
import { ExitCode } from "../core/verdict.ts";
import { announceProblem } from "./announce-job.ts";
import { withoutPassword } from "./arguments/store-option.ts";
import type { CommandSpec, Terminal } from "./command.ts";
import { commandsOf } from "./commands.ts";
import { withProject } from "./project-defaults.ts";
import { openTerminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  try {
    const code = await dispatch(argv, terminal);
    // a stream reports a moment later that it failed
    await new Promise((resolve) => setImmediate(resolve));
    const failure = terminal.failure();
    if (failure === undefined) return code;
    const words = failure.code === "ENOSPC" ? "the disk is full" : failure.message;
    throw new UserFacingError("file/unwritable", `Cannot write to standard output: ${words}.`, {
      hint: "What the command did is done; a run is kept, and assay runs shows it.",
    });
  } catch (error) {
    return await reportError(error, terminal);
  } finally {
    // what loaded code prints while the process ends is no part of a report, and has no mask
    takeOverOutput();
  }
}

async function dispatch(typed: readonly string[], terminal: Terminal): Promise<number> {
  const given = withoutPassword(typed);
  if (given[0] === "--version" || given[0] === "-V") {
    terminal.write(`${VERSION}\n`);
    return ExitCode.passed;
  }
  const [word = ""] = given[0] === "help" ? given.slice(1) : given;
  const commands = await commandsOf(word);
  const argv = withHelpFlag(given, commands);
  const bare = argv.length === 0;
  if (bare || argv[0] === "--help" || argv[0] === "-h") {
    const { overviewText } = await import("./help-text.ts");
    const text = `${overviewText(commands, VERSION)}\n`;
    if (bare) terminal.warn(text);
    else terminal.write(text);
    return bare ? ExitCode.userError : ExitCode.passed;
  }
  const group = groupAsked(argv, commands);
  if (group.length > 0) {
    const { groupText } = await import("./help-text.ts");
    const text = `${groupText(group)}\n`;
    if (argv.length === 1) terminal.warn(text);
    else terminal.write(text);
    return argv.length === 1 ? ExitCode.userError : ExitCode.passed;
  }
  const { command, rest } = findCommand(argv, commands);
  const { parseArguments } = await import("./arguments/parse-arguments.ts");
  const parsed = parseArguments(command, rest, groupOf(command.name, commands));
  if (parsed.options.help === true) {
    const { commandText } = await import("./help-text.ts");
    terminal.write(`${commandText(command, groupOf(command.name, commands))}\n`);
    return ExitCode.passed;
  }
  // whatever is loaded from here on has no say in how we end
  gateProcess({ strict: true });
  const [run, masked] = await Promise.all([command.load(), withoutSecrets(terminal)]);
  const input = { ...parsed, terminal: masked, cwd: process.cwd(), env: process.env, argv };
  return await run(await withProject(command, input));
}

type Commands = readonly CommandSpec[];

/** `assay help eval` and `assay judge help` mean what `--help` means. */
function withHelpFlag(argv: readonly string[], commands: Commands): readonly string[] {
  const [first, second, third] = argv;
  if (first === "help") return [...argv.slice(1), "--help"];
  if (second === "help" && third === undefined && groupOf(first ?? "", commands).length > 0) {
    return [first ?? "", "--help"];
  }
  return argv;
}

/** The commands of `assay judge` and `assay judge --help`, where `judge` itself is none. */
function groupAsked([first = "", second]: readonly string[], commands: Commands): Commands {
  if (second !== undefined && second !== "--help" && second !== "-h") return [];
  const isCommand = commands.some((each) => [each.name, ...(each.aliases ?? [])].includes(first));
  return isCommand ? [] : groupOf(first, commands);
}

function groupOf(word: string, commands: Commands): Commands {
  return commands.filter((each) => each.name.startsWith(`${word.replaceAll("_", "-")} `));
}

/** The longest name wins: `eval-set create` before a command `eval-set`. */
function findCommand(
  argv: readonly string[],
  commands: Commands,
): { command: CommandSpec; rest: readonly string[] } {
  for (let words = Math.min(2, argv.length); words > 0; words -= 1) {
    const typed = argv.slice(0, words).join(" ");
    const command = commands.find((each) => [each.name, ...(each.aliases ?? [])].includes(typed));
    if (command !== undefined) return { command, rest: argv.slice(words) };
  }
  const [first = "", second] = argv;
  const group = groupOf(first, commands);
  const typed = group.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const names = (group.length > 0 ? group : commands).map((each) => each.name);
  const groups = names.flatMap((name) => (name.includes(" ") ? [name.replace(/ .*/, "")] : []));
  const near =
    group.length > 0
      ? nearest(typed, names)
      : // with its second word where that is a command's, too
        (nearest([first, second].join(" "), names) ?? nearest(first, [...names, ...groups]));
  const known = names.join(", ");
  throw new UserFacingError("cli/usage", `There is no command "assay ${typed}".`, {
    hint: near === undefined ? `There are: ${known}.` : `Did you mean assay ${near}?`,
  });
}

/** Whatever a command says, in whichever words: no key of an agent is in it. */
async function withoutSecrets(terminal: Terminal): Promise<Terminal> {
  const { maskTerminal } = await import("./mask-terminal.ts");
  return maskTerminal(terminal);
}

async function withoutKeys(error: unknown): Promise<unknown> {
  const { maskError } = await import("../project/run/secrets/run-secrets.ts");
  return maskError(error);
}

/** Whatever was thrown: how it is told must not become a verdict. */
async function reportError(thrown: unknown, own: Terminal): Promise<number> {
  const error = readableError(thrown);
  try {
    return await tellError(error, own);
  } catch (another) {
    own.warn(`bug    ${messageOf(another)}\n`);
    return ExitCode.bug;
  }
}

async function tellError(thrown: unknown, own: Terminal): Promise<number> {
  const { errorText, bugText } = await import("../reporters/text/error-text.ts");
  const { systemProblem } = await import("./system-problem.ts");
  // before it is drawn: a line that is broken in two would show half of a key on each side
  const error = await withoutKeys(systemProblem(thrown));
  const terminal = await withoutSecrets(own);
  const look = { colour: terminal.errorColour, columns: terminal.columns };
  if (isUserFacingError(error)) {
    announceProblem(error);
    terminal.warn(`${errorText(error, look)}\n`);
    return ExitCode.userError;
  }
  terminal.warn(`${bugText(error, look)}\n`);
  return ExitCode.bug;
}
