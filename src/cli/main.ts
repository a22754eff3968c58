import { isUserFacingError, UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { ExitCode } from "../core/verdict.ts";
import type { CommandSpec, Terminal } from "./command.ts";
import { commands } from "./commands.ts";
import { openTerminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and gives its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = openTerminal();
  try {
    const code = await dispatch(argv, terminal);
    // a stream tells a moment later that it failed
    await new Promise((resolve) => setImmediate(resolve));
    const failure = terminal.failure();
    if (failure === undefined) return code;
    const words = failure.code === "ENOSPC" ? "the disk is full" : failure.message;
    throw new UserFacingError("file/unwritable", `Cannot write to standard output: ${words}.`, {
      hint: "What the command did is done; a run is kept, and assay runs shows it.",
    });
  } catch (error) {
    return await tell(error, terminal);
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv[0] === "--version" || argv[0] === "-V") {
    terminal.write(`${VERSION}\n`);
    return ExitCode.passed;
  }
  const bare = argv.length === 0;
  if (bare || argv[0] === "--help" || argv[0] === "-h" || argv[0] === "help") {
    const { overviewText } = await import("./help-text.ts");
    const text = `${overviewText(commands, VERSION)}\n`;
    if (bare) terminal.warn(text);
    else terminal.write(text);
    return bare ? ExitCode.userError : ExitCode.passed;
  }
  const { command, rest } = findCommand(argv);
  const { parseArguments } = await import("./parse-arguments.ts");
  const parsed = parseArguments(command, rest);
  if (parsed.options.help === true) {
    const { commandText } = await import("./help-text.ts");
    terminal.write(`${commandText(command)}\n`);
    return ExitCode.passed;
  }
  const [run, masked] = await Promise.all([command.load(), withoutSecrets(terminal)]);
  return await run({ ...parsed, terminal: masked, cwd: process.cwd(), env: process.env, argv });
}

/** The longest name wins: `eval-set create` before a command `eval-set`. */
function findCommand(argv: readonly string[]): { command: CommandSpec; rest: readonly string[] } {
  for (let words = Math.min(2, argv.length); words > 0; words -= 1) {
    const typed = argv.slice(0, words).join(" ");
    const command = commands.find((each) => [each.name, ...(each.aliases ?? [])].includes(typed));
    if (command !== undefined) return { command, rest: argv.slice(words) };
  }
  const [first = "", second] = argv;
  const group = commands.filter((each) => each.name.startsWith(`${first.replaceAll("_", "-")} `));
  const typed = group.length > 0 && second !== undefined ? `${first} ${second}` : first;
  const near = nearest(
    typed,
    (group.length > 0 ? group : commands).map((each) => each.name),
  );
  const known = (group.length > 0 ? group : commands).map((each) => each.name).join(", ");
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
  const { maskError } = await import("../project/run-secrets.ts");
  return maskError(error);
}

async function tell(thrown: unknown, own: Terminal): Promise<number> {
  const { errorText, bugText } = await import("../reporters/error-text.ts");
  const { systemProblem } = await import("./system-problem.ts");
  // before it is drawn: a line that is broken in two would show half of a key on each side
  const error = await withoutKeys(systemProblem(thrown));
  const terminal = await withoutSecrets(own);
  const look = { colour: terminal.errorColour, columns: terminal.columns };
  if (isUserFacingError(error)) {
    terminal.warn(`${errorText(error, look)}\n`);
    return ExitCode.userError;
  }
  terminal.warn(`${bugText(error, look)}\n`);
  return ExitCode.bug;
}
