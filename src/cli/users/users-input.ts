import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { UserFacingError } from "../../core/errors.ts";
import type { AuditEntry, TeamStore } from "../../core/team/team-store.ts";
import { type UsersFile, usersFile } from "../../server/team/users/users-file.ts";
import { userName } from "../../server/team/users/users-schema.ts";
import { openTeamStore } from "../../stores/open-store.ts";
import { isOn } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
import { authFile } from "../arguments/team-options.ts";
import type { CommandInput } from "../command.ts";

/** Where the users are that a command is about. */
export function usersPath(input: CommandInput): string {
  return authFile(input) ?? resolve(input.cwd, "users.json");
}

export function usersOf(input: CommandInput): UsersFile {
  const file = usersFile(usersPath(input));
  file.current();
  return file;
}

/** Of a user, who is not looked for. */
export function nameOf({ arguments: [name = ""] }: CommandInput): string {
  const read = userName.safeParse(name);
  if (read.success) return name;
  throw new UserFacingError("cli/usage", `${JSON.stringify(name)} is no name of a user.`, {
    hint: read.error.issues[0]?.message,
  });
}

/** Work on what a team's server keeps; what is changed is in its audit log. */
export async function withTeamStore<T>(
  input: CommandInput,
  work: (store: TeamStore) => Promise<T>,
): Promise<T> {
  const store = await openTeamStore(storeOf(input));
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Who sits at a terminal is known to its system alone. */
export function cliEntry(action: string, target: string): AuditEntry {
  const who = process.env.USER ?? process.env.USERNAME ?? "";
  return {
    ...{ at: Date.now(), who, by: "cli", action, target, outcome: "done", address: "", note: "" },
  };
}

interface NewPassword {
  readonly password: string;
  /** Set where it was made here, and has to be shown. */
  readonly isMade: boolean;
}

const SHORTEST = 12;

/** What comes by standard input where that is asked for, else a new one of 120 bits. */
export async function newPassword({ options }: CommandInput): Promise<NewPassword> {
  if (!isOn(options, "password_stdin")) {
    return { password: randomBytes(15).toString("base64url"), isMade: true };
  }
  const password = (await text(process.stdin)).replace(/\r?\n$/, "");
  if (password.length >= SHORTEST) return { password, isMade: false };
  throw new UserFacingError("cli/usage", "The password is too short.", {
    hint: `Use ${SHORTEST} characters or more; a sentence is easier to keep than signs.`,
  });
}
