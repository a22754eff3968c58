import { UserFacingError } from "../../../core/errors.ts";
import type { Role } from "../../../core/team/role.ts";
import { hashPassword } from "../sign-in/password.ts";
import type { UsersFile } from "./users-file.ts";
import type { User } from "./users-schema.ts";

interface NewUser {
  readonly name: string;
  readonly role: Role;
  readonly password?: string | undefined;
}

export async function addUser(file: UsersFile, { name, role, password }: NewUser): Promise<void> {
  const hash = password === undefined ? undefined : await hashPassword(password);
  await file.change((users) => {
    if (users.some((user) => user.name === name)) {
      throw new UserFacingError("users/exists", `There is a user ${name} already.`);
    }
    return [...users, { name, role, ...(hash !== undefined && { password: hash }) }];
  });
}

export async function changeUser(
  file: UsersFile,
  name: string,
  { role, password }: { readonly role?: Role | undefined; readonly password?: string | undefined },
): Promise<void> {
  const hash = password === undefined ? undefined : await hashPassword(password);
  await file.change((users) => {
    needUser(users, name);
    const after = users.map((user) =>
      user.name === name
        ? { ...user, ...(role && { role }), ...(hash !== undefined && { password: hash }) }
        : user,
    );
    return withAdmin(users, after);
  });
}

export async function removeUser(file: UsersFile, name: string): Promise<void> {
  await file.change((users) => {
    needUser(users, name);
    return withAdmin(
      users,
      users.filter((user) => user.name !== name),
    );
  });
}

function needUser(users: readonly User[], name: string): void {
  if (users.some((user) => user.name === name)) return;
  throw new UserFacingError("users/not-found", `There is no user ${JSON.stringify(name)}.`, {
    hint: "Users of a provider are changed there; what they are signed in by can be ended here.",
  });
}

/** Whoever takes the last admin away could not put one back from a browser. */
function withAdmin(before: readonly User[], after: readonly User[]): readonly User[] {
  const has = (users: readonly User[]) => users.some(({ role }) => role === "admin");
  if (!has(before) || has(after)) return after;
  throw new UserFacingError("users/not-allowed", "That would leave no admin.", {
    hint: "Make somebody else an admin first.",
  });
}
