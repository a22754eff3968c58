import type { Role } from "../../../core/team/role.ts";
import { roles, type TokenRole } from "../../../core/team/role.ts";
import type { Origin } from "../../../core/team/team-store.ts";
import type { Users } from "./users-file.ts";

interface Known {
  readonly user: string;
  readonly origin: Origin;
  readonly role: TokenRole;
}

/** The role that somebody has now; undefined for who is not known any more. */
export function roleOf({ byName, oidc }: Users, { user, origin, role }: Known): Role | undefined {
  if (origin === "file") return byName.get(user)?.role;
  if (oidc === undefined) return undefined;
  // what a provider said when they signed in; a token for traces alone says no more than that they are known
  return roles.find((each) => each === role) ?? "runner";
}

/** What a session depends on: a new password, or another provider, makes it none. */
export function secretOf({ byName, oidc }: Users, { user, origin }: Omit<Known, "role">): string {
  if (origin === "file") return byName.get(user)?.password ?? "";
  return `${oidc?.issuer ?? ""} ${oidc?.clientId ?? ""}`;
}
