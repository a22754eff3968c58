import { commonOptions } from "../src/cli/arguments/parse-arguments.ts";
import type { CommandSpec } from "../src/cli/command.ts";
import { allCommands } from "../src/cli/commands.ts";
import { optionSummary, optionText, usage } from "../src/cli/help-text.ts";
import { table } from "./markdown-table.ts";

const commands = await allCommands();

/** docs/reference/cli.md, from the table that the command line is read by. */
export function cliPage(): string {
  return `${[
    "# Command line",
    "Made by `node scripts/write-reference.ts` from the table of commands. `assay COMMAND --help` says the same.",
    "Dashes and underscores in options are interchangeable, and one dash does for two: `--num_runs 5`, `--num-runs=5` and `-num_runs 5` are the same. Short ones may be joined with each other and with their value: `-vj8`. What the command exits with is explained in [exit codes](../guide/exit-codes.md).",
    table(
      ["command", "does"],
      commands.map((each) => [`[${each.name}](#${anchor(each.name)})`, each.summary]),
    ),
    ...commands.flatMap(section),
  ].join("\n\n")}\n`;
}

function section(command: CommandSpec): readonly string[] {
  const { name, summary, aliases = [], examples = [] } = command;
  const given = (command.arguments ?? []).map((each) => [`\`${each.name}\``, each.summary]);
  const options = [...(command.options ?? []), ...commonOptions].map((each) => [
    `\`${optionText(each)}\``,
    `${optionSummary(each)}${otherNames(each.aliases)}`,
  ]);
  return [
    `## ${name}`,
    summary,
    `\`\`\`sh\nassay ${usage(command)}\n\`\`\``,
    ...(given.length === 0 ? [] : [table(["argument", "is"], given)]),
    table(["option", "does"], options),
    ...(examples.length === 0 ? [] : [`\`\`\`sh\n${examples.join("\n")}\n\`\`\``]),
    ...(aliases.length === 0 ? [] : [`Also: ${aliases.map((each) => `\`${each}\``).join(", ")}.`]),
  ];
}

function otherNames(aliases: readonly string[] = []): string {
  return aliases.length === 0 ? "" : ` Also ${aliases.map((each) => `\`--${each}\``).join(", ")}.`;
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}
