import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { UserFacingError } from "../../../core/errors.ts";
import { withFileLock } from "../../../files/lock-file.ts";
import { makeFolderNow } from "../../../files/make-folder.ts";
import { shortPath } from "../../../files/short-path.ts";
import { unwritable } from "../../../files/unwritable.ts";
import { writeWhole } from "../../../files/write-whole.ts";
import { type OidcSettings, type User, usersSchema, type WrittenUsers } from "./users-schema.ts";

export interface Users {
  readonly secret: Buffer;
  readonly byName: ReadonlyMap<string, User>;
  readonly oidc?: OidcSettings | undefined;
}

/** Who may come in: a file, which is looked at again before every request. */
export interface UsersFile {
  readonly path: string;
  /** As it stands now. One that cannot be read lets nobody in. */
  current(): Users;
  /** Changes it, also while others do. */
  change(work: (users: readonly User[]) => readonly User[]): Promise<void>;
}

export function usersFile(path: string): UsersFile {
  let read: { readonly tag: string; readonly users: Users } | undefined;

  function current(): Users {
    const tag = tagOf(path);
    if (read?.tag !== tag) read = { tag, users: asUsers(parsed(path)) };
    return read.users;
  }
  return {
    path,
    current,
    change: (work) =>
      withFileLock(path, async () => {
        const before = parsed(path);
        await writeWhole(path, textOf({ ...before, users: [...work(before.users)] }));
        read = undefined;
      }),
  };
}

/** Makes a file without users where there is none. */
export function makeUsersFile(path: string): void {
  if (existsSync(path)) return;
  const empty: WrittenUsers = { secret: randomBytes(32).toString("hex"), users: [] };
  try {
    makeFolderNow(dirname(path));
    writeFileSync(path, textOf(empty), { mode: 0o600, flag: "wx" });
  } catch (error) {
    throw unwritable(path, error);
  }
}

function textOf(users: WrittenUsers): string {
  return `${JSON.stringify(users, null, 2)}\n`;
}

function tagOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw noFile(path);
  return `${found.ino} ${found.mtimeMs} ${found.size}`;
}

function parsed(path: string): WrittenUsers {
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw noFile(path);
    // its words would repeat what stands there
    throw wrong(path, error instanceof SyntaxError ? "it is not JSON" : "it cannot be read");
  }
  const checked = usersSchema.safeParse(given);
  if (checked.success) return checked.data;
  const [first] = checked.error.issues;
  throw wrong(path, `${first?.path.join(".") || "the file"}: ${first?.message ?? ""}`);
}

function asUsers({ secret, users, oidc }: WrittenUsers): Users {
  const byName = new Map(users.map((user) => [user.name, user]));
  return { secret: Buffer.from(secret, "hex"), byName, oidc };
}

function noFile(path: string): UserFacingError {
  return new UserFacingError("users/invalid", `There is no file of users ${shortPath(path)}.`, {
    hint: `Make one with its first user:  assay users add NAME --role admin --auth ${shortPath(path)}`,
  });
}

function wrong(path: string, what: string): UserFacingError {
  return new UserFacingError("users/invalid", `${shortPath(path)} is no file of users: ${what}.`, {
    hint: "assay users add, role, password and remove write it. Until it is mended nobody is let in.",
  });
}
