import { UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { CommandSpec, OptionSpec, OptionValue } from "./command.ts";

/** Switches that every command understands. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "help", short: "h", summary: "Show this help." },
];

export interface ParsedArguments {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
}

/**
 * Reads what was typed after the command's name by the command's own table. `--num_runs 5`, `--num-runs=5` and `-num_runs 5`
 * are the same; a flag nobody knows is told with the nearest one.
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
  let place = 0;
  while (place < argv.length) {
    const word = argv[place] ?? "";
    place += 1;
    if (word === "--") {
      positional.push(...argv.slice(place));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      positional.push(word);
      continue;
    }
    const { option, inline } = optionFor(word, options, command);
    const { value, taken } = valueFor(option, inline, argv[place]);
    place += taken;
    found[option.name] = option.many ? [...asList(found[option.name]), String(value)] : value;
  }
  checkPositional({ command, group }, positional, found);
  return { arguments: positional, options: found };
}

function asList(value: OptionValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

function optionFor(
  word: string,
  options: readonly OptionSpec[],
  command: CommandSpec,
): { option: OptionSpec; inline: string | undefined } {
  const [flag = "", ...rest] = word.split("=");
  const inline = rest.length === 0 ? undefined : rest.join("=");
  const typed = fold(flag.replace(/^--?/, ""));
  const option = options.find((each) => spellings(each).includes(typed));
  if (option !== undefined) return { option, inline };
  const near = nearest(
    typed,
    options.map((each) => each.name),
  );
  throw new UserFacingError("cli/usage", `assay ${command.name} has no option ${flag}.`, {
    hint: near === undefined ? `See assay ${command.name} --help.` : `Did you mean --${near}?`,
  });
}

function spellings(option: OptionSpec): readonly string[] {
  return [option.name, option.short ?? option.name, ...(option.aliases ?? [])].map(fold);
}

function fold(name: string): string {
  return name.replaceAll("-", "_");
}

/** How many further words the value takes up: 1 for `--config FILE`, 0 for a switch or `--config=FILE`. */
function valueFor(
  option: OptionSpec,
  inline: string | undefined,
  next: string | undefined,
): { value: OptionValue; taken: 0 | 1 } {
  if (option.value === undefined) return { value: switchValue(option, inline), taken: 0 };
  if (inline !== undefined) return { value: inline, taken: 0 };
  const follows =
    next !== undefined && (!next.startsWith("-") || /^-\d/.test(next) || next === "-");
  if (follows) return { value: next, taken: 1 };
  if (option.value.startsWith("[")) return { value: true, taken: 0 };
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
