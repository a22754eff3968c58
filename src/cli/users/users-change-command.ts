import { UserFacingError } from "../../core/errors.ts";
import { type Role, roles } from "../../core/team/role.ts";
import { ExitCode } from "../../core/verdict.ts";
import { shortPath } from "../../files/short-path.ts";
import { addUser, changeUser, removeUser } from "../../server/team/users/change-users.ts";
import { makeUsersFile } from "../../server/team/users/users-file.ts";
import { choiceOption, isOn } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { cliEntry, nameOf, newPassword, usersOf, usersPath, withTeamStore } from "./users-input.ts";

/** `assay users add`: also makes the file. */
export async function usersAddCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const name = nameOf(input);
  const role = choiceOption(options, "role", roles) ?? "viewer";
  const isWithout = isOn(options, "no_password");
  const chosen = isWithout ? undefined : await newPassword(input);
  makeUsersFile(usersPath(input));
  await addUser(usersOf(input), { name, role, password: chosen?.password });
  await record(input, "add user", `${name} ${role}`);
  terminal.write(`${name} is ${role} in ${shortPath(usersPath(input))}.\n`);
  if (chosen?.isMade === true) terminal.writeNow(secretLine("password", chosen.password));
  return ExitCode.passed;
}

/** `assay users role`. */
export async function usersRoleCommand(input: CommandInput): Promise<number> {
  const [name = "", given = ""] = input.arguments;
  const role = roles.find((each) => each === given);
  if (role === undefined) throw noRole(given);
  await changeUser(usersOf(input), name, { role: role satisfies Role });
  await record(input, "change user", `${name} ${role}`);
  input.terminal.write(`${name} is ${role}.\n`);
  return ExitCode.passed;
}

/** `assay users password`: whoever was signed in by the old one is not any more. */
export async function usersPasswordCommand(input: CommandInput): Promise<number> {
  const [name = ""] = input.arguments;
  const { password, isMade } = await newPassword(input);
  await changeUser(usersOf(input), name, { password });
  await record(input, "change password", name);
  input.terminal.write(`${name} has a new password, and is signed out everywhere.\n`);
  if (isMade) input.terminal.writeNow(secretLine("password", password));
  return ExitCode.passed;
}

/** `assay users remove`: with everything they are signed in by. */
export async function usersRemoveCommand(input: CommandInput): Promise<number> {
  const [name = ""] = input.arguments;
  await removeUser(usersOf(input), name);
  await withTeamStore(input, async (store) => {
    await store.endSessions({ user: name });
    await store.endTokens({ user: name });
    await store.record([cliEntry("remove user", name)]);
  });
  input.terminal.write(`${name} is removed, with every session and token.\n`);
  return ExitCode.passed;
}

/** Shown once: only what was made of it is kept. */
export function secretLine(what: string, secret: string): string {
  return `The ${what}, shown this once:  ${secret}\n`;
}

async function record(input: CommandInput, action: string, target: string): Promise<void> {
  await withTeamStore(input, (store) => store.record([cliEntry(action, target)]));
}

function noRole(given: string): UserFacingError {
  return new UserFacingError("cli/usage", `There is no role ${JSON.stringify(given)}.`, {
    hint: `There are: ${roles.join(", ")}.`,
  });
}
