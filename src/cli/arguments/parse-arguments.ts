import { type ParseArgsConfig, parseArgs } from "node:util";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { CommandSpec, OptionSpec, OptionValue } from "../command.ts";

/** Switches that every command understands. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "help", short: "h", summary: "Show this help." },
];

export interface ParsedArguments {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
}

/**
 * Reads what was typed after the command's name by the command's own table. `--num_runs 5`, `--num-runs=5`, `-num_runs 5`
 * and, where it has a short name, `-n5` are the same; short switches may be joined; a flag nobody knows is reported with the
 * nearest one.
 */
export function parseArguments(
  command: CommandSpec,
  argv: readonly string[],
  /** The commands that begin with this one's name, which somebody may have meant. */
  group: readonly CommandSpec[] = [],
): ParsedArguments {
  const options = [...(command.options ?? []), ...commonOptions];
  const positional: string[] = [];
  const found: Record<string, OptionValue> = {};
  for (const token of tokensOf(canonicalWords(argv, options), options)) {
    if (token.kind === "positional") positional.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.find(({ name }) => name === token.name);
    if (option === undefined) throw unknownOption(argv[token.index] ?? "", options, command);
    const value = valueFor(option, token);
    found[option.name] = option.many ? [...asList(found[option.name]), String(value)] : value;
  }
  checkPositional({ command, group }, positional, found);
  return { arguments: positional, options: found };
}

type Token = ReturnType<typeof parsed>[number];
type Tokens = Generator<Token, void>;
type OptionToken = Extract<Token, { readonly kind: "option" }>;

/** Where the word after a flag was read as its value and is a flag itself, what follows is read again. */
function* tokensOf(args: readonly string[], options: readonly OptionSpec[], from = 0): Tokens {
  for (const token of parsed(args.slice(from), options)) {
    yield { ...token, index: from + token.index };
    if (token.kind === "option" && isNextFlag(token)) {
      yield* tokensOf(args, options, from + token.index + 1);
      return;
    }
  }
}

function parsed(args: string[], options: readonly OptionSpec[]) {
  const rows = options.map(({ name, short, value }) => [
    name,
    { type: value === undefined ? "boolean" : "string", ...(short === undefined ? {} : { short }) },
  ]);
  return parseArgs({
    args,
    options: Object.fromEntries(rows) as NonNullable<ParseArgsConfig["options"]>,
    strict: false,
    tokens: true,
  }).tokens;
}

/** Flags in the one spelling that the table has; whatever is no whole name stays, since it may be short ones joined. */
function canonicalWords(
  argv: readonly string[],
  options: readonly OptionSpec[],
): readonly string[] {
  const end = argv.indexOf("--");
  return argv.map((word, place) => {
    if (!word.startsWith("-") || (end >= 0 && place >= end)) return word;
    const [flag = ""] = word.split("=", 1);
    const typed = fold(flag.replace(/^--?/, ""));
    const option = options.find((each) => spellings(each).includes(typed));
    if (option !== undefined) return `--${option.name}${word.slice(flag.length)}`;
    // `-num_rums` is a slip, and not the number "um_rums"
    const isSlip = /^-[^-]/.test(word) && nearestName(typed, options) !== undefined;
    return isSlip ? `-${word}` : word;
  });
}

function asList(value: OptionValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function unknownOption(word: string, options: readonly OptionSpec[], command: CommandSpec) {
  const [flag = ""] = word.split("=", 1);
  const near = nearestName(fold(flag.replace(/^--?/, "")), options);
  return new UserFacingError("cli/usage", `assay ${command.name} has no option ${flag}.`, {
    hint: near === undefined ? `See assay ${command.name} --help.` : `Did you mean --${near}?`,
  });
}

function nearestName(typed: string, options: readonly OptionSpec[]): string | undefined {
  return nearest(
    typed,
    options.map((each) => each.name),
  );
}

function spellings(option: OptionSpec): readonly string[] {
  return [option.name, option.short ?? option.name, ...(option.aliases ?? [])].map(fold);
}

function fold(name: string): string {
  return name.replaceAll("-", "_");
}

/** Whether the word after a flag was read as its value and is a flag itself; a negative number or `-` is none. */
function isNextFlag({ value, inlineValue }: OptionToken): boolean {
  return inlineValue === false && /^-\D/.test(value);
}

function valueFor(option: OptionSpec, token: OptionToken): OptionValue {
  if (option.value === undefined) return switchValue(option, token.value);
  if (token.value !== undefined && !isNextFlag(token)) return token.value;
  if (option.value.startsWith("[")) return true;
  throw new UserFacingError("cli/usage", `--${option.name} needs a value.`, {
    hint: `Write --${option.name} ${option.value}.`,
  });
}

function switchValue(option: OptionSpec, inline: string | undefined): boolean {
  if (inline === undefined || inline === "true") return true;
  if (inline === "false") return false;
  throw new UserFacingError("cli/usage", `--${option.name} is a switch and takes no value.`, {
    hint: `Write --${option.name} alone.`,
  });
}

function checkPositional(
  { command, group }: { readonly command: CommandSpec; readonly group: readonly CommandSpec[] },
  positional: readonly string[],
  options: Readonly<Record<string, OptionValue>>,
): void {
  if (options.help === true) return;
  const specs = command.arguments ?? [];
  const missing = specs.filter((each) => each.required)[positional.length];
  if (missing !== undefined && positional.length < specs.length) {
    throw new UserFacingError("cli/usage", `assay ${command.name} needs ${missing.name}.`, {
      hint: `${missing.summary} See assay ${command.name} --help.`,
    });
  }
  const surplus = specs.some((each) => each.many) ? undefined : positional[specs.length];
  if (surplus !== undefined) {
    const near = nearest(
      `${command.name} ${surplus}`,
      group.map((each) => each.name),
    );
    throw new UserFacingError("cli/usage", `assay ${command.name} takes no "${surplus}".`, {
      hint:
        near === undefined ? `See assay ${command.name} --help.` : `Did you mean assay ${near}?`,
    });
  }
}
