import { ExitCode } from "../../core/verdict.ts";
import { choiceOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { plainTable } from "../text/plain-table.ts";
import { usersOf } from "./users-input.ts";

/** `assay users list`. */
export async function usersCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const { byName, oidc } = usersOf(input).current();
  const users = [...byName.values()].map(({ name, role, password }) => ({
    ...{ name, role, hasPassword: password !== undefined },
  }));
  if (choiceOption(options, "output", ["json"]) === "json") {
    terminal.write(`${JSON.stringify({ users, provider: oidc?.issuer ?? null }, null, 2)}\n`);
    return ExitCode.passed;
  }
  const rows = users.map((each) => [each.name, each.role, each.hasPassword ? "yes" : "no"]);
  const provider = oidc === undefined ? [] : ["", `  Others sign in by ${oidc.issuer}.`];
  terminal.write(
    `${[...plainTable(["user", "role", "password"], rows), ...provider].join("\n")}\n`,
  );
  return ExitCode.passed;
}
