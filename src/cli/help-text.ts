import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { commonOptions } from "./arguments/parse-arguments.ts";
import type { ArgumentSpec, CommandSpec, OptionSpec } from "./command.ts";

const WIDTH = 80;

/** `assay --help`: every command in a line, and where to go next. */
export function overviewText(commands: readonly CommandSpec[], version: string): string {
  const rows = commands.map((each) => [each.name, each.summary] as const);
  return [
    `assay ${version}: agent evaluation.`,
    "Runs an agent on a set of cases and says whether it is good enough, and why.",
    "",
    "  assay eval AGENT [EVALSET[:case,case]…]",
    "",
    "Commands",
    ...table(rows),
    "",
    "Options",
    ...table([
      ["--help", "This, or with a command: all about it."],
      ["--version", "The version."],
    ]),
    "",
    "Start:  assay init      Then:  assay eval AGENT      More:  assay eval --help",
    `Guide:  ${guide()}`,
  ].join("\n");
}

/** Where the pages stand that came with this very version. */
function guide(): string {
  const path = fileURLToPath(new URL("../../docs/guide/getting-started.md", import.meta.url));
  const near = relative(process.cwd(), path);
  return near.startsWith("..") ? path : near;
}

/** `assay judge --help`: the commands that share a word. */
export function groupText(group: readonly CommandSpec[]): string {
  const [first] = group;
  return [
    `assay ${first?.name.split(" ")[0]} COMMAND`,
    "",
    "Commands",
    ...table(group.map((each) => [each.name, each.summary])),
    "",
    `More:  assay ${first?.name} --help`,
  ].join("\n");
}

/** `assay eval --help`. */
export function commandText(command: CommandSpec, group: readonly CommandSpec[] = []): string {
  const options = [...(command.options ?? []), ...commonOptions];
  const lines = [`assay ${usage(command)}`, "", wrapText(command.summary, 0)];
  if ((command.arguments ?? []).length > 0) {
    lines.push(
      "",
      "Arguments",
      ...table((command.arguments ?? []).map((each) => [each.name, each.summary])),
    );
  }
  lines.push(
    "",
    "Options",
    ...table(options.map((each) => [optionText(each), optionSummary(each) + otherNames(each)])),
  );
  if (command.examples !== undefined) {
    lines.push("", "Examples", ...command.examples.map((example) => `  ${example}`));
  }
  if (group.length > 0) {
    lines.push("", "Commands", ...table(group.map((each) => [each.name, each.summary])));
  }
  if (command.aliases !== undefined) lines.push("", `Also: ${command.aliases.join(", ")}`);
  return lines.join("\n");
}

export function usage(command: CommandSpec): string {
  const words = (command.arguments ?? []).map(argumentText);
  return [command.name, ...words, "[options]"].join(" ");
}

function argumentText({ name, required, many }: ArgumentSpec): string {
  const word = many ? `${name}…` : name;
  return required ? word : `[${word}]`;
}

export function optionText({ name, short, value }: OptionSpec): string {
  const flag = short === undefined ? `--${name}` : `-${short}, --${name}`;
  return value === undefined ? flag : `${flag} ${value}`;
}

export function optionSummary(option: OptionSpec): string {
  const preset = option.default === undefined ? "" : ` Default: ${option.default}.`;
  const repeat = option.many ? " May be repeated." : "";
  return `${option.summary}${preset}${repeat}`;
}

function otherNames({ aliases = [] }: OptionSpec): string {
  return aliases.length === 0 ? "" : ` Also ${aliases.map((each) => `--${each}`).join(", ")}.`;
}

/** Two columns; a left side that is too long stands on a line of its own. */
function table(rows: readonly (readonly [string, string])[]): readonly string[] {
  const column = Math.min(30, Math.max(...rows.map(([left]) => left.length)) + 4);
  return rows.flatMap(([left, right]) => {
    const text = wrapText(right, column);
    return left.length + 3 > column
      ? [`  ${left}`, `${" ".repeat(column)}${text}`]
      : [`  ${left}`.padEnd(column) + text];
  });
}

export function wrapText(text: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  if (text.length + indent <= WIDTH) return text;
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > WIDTH - indent) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}
