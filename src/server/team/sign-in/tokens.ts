import { randomBytes } from "node:crypto";
import { lesserRole, type TokenRole } from "../../../core/team/role.ts";
import type { StoredToken, TeamStore } from "../../../core/team/team-store.ts";
import type { Principal } from "../principal.ts";
import type { UsersFile } from "../users/users-file.ts";
import { roleOf } from "../users/who-is.ts";
import { isSame, sealed } from "./seal.ts";
import type { Vouched } from "./sessions.ts";

/** What programs sign in with: shown once, and kept as what cannot be turned back. */
export interface Tokens {
  make(owner: Vouched, about: NewToken): Promise<MadeToken>;
  find(token: string): Promise<Principal | undefined>;
  /** What a token that was found before may do now; undefined where it has ended. */
  roleNow(user: string, id: string): Promise<TokenRole | undefined>;
}

interface NewToken {
  readonly name: string;
  readonly role: TokenRole;
  readonly days: number;
}

interface MadeToken {
  readonly id: string;
  readonly token: string;
  readonly endsAt: number;
}

export const LONGEST_DAYS = 366;
/** What a provider says of somebody is asked again when they sign in, and a token never does. */
export const LONGEST_DAYS_OIDC = 30;

const DAY = 24 * 3_600_000;
const SEEN_EVERY = 60_000;

interface TokenOptions {
  readonly store: TeamStore;
  readonly users: UsersFile;
  readonly now?: (() => number) | undefined;
}

export function tokens({ store, users, now = Date.now }: TokenOptions): Tokens {
  const keyOf = (token: string) => sealed(users.current().secret, "token", token);
  const sealOf = (t: Omit<StoredToken, "seal">) =>
    sealed(
      users.current().secret,
      "granted",
      ...[t.key, t.id, t.user, t.origin, t.role, t.endsAt, t.createdAt],
      t.name,
    );
  return {
    async make({ user, label, origin, role: most }, { name, role, days }) {
      // what such tokens begin with is known to those who look for lost ones
      const token = `assay_${randomBytes(32).toString("base64url")}`;
      const at = now();
      const made = {
        ...{ key: keyOf(token), id: randomBytes(6).toString("hex"), user, label, origin, name },
        ...{ role: lesserRole(role, most), createdAt: at, endsAt: at + days * DAY, seenAt: 0 },
      };
      await store.addToken({ ...made, seal: sealOf(made) });
      return { id: made.id, token, endsAt: made.endsAt };
    },
    async find(token) {
      if (!token.startsWith("assay_")) return undefined;
      const found = await store.token(keyOf(token));
      if (found === undefined || !isSame(found.seal, sealOf(found))) return undefined;
      const role = roleOf(users.current(), found);
      if (role === undefined || now() > found.endsAt) return undefined;
      if (now() - found.seenAt > SEEN_EVERY) await store.touchToken(found.key, now());
      const { user, label, origin, id } = found;
      return { user, label, origin, role: lesserRole(found.role, role), by: "token", grant: id };
    },
    async roleNow(user, id) {
      const found = (await store.tokens(user)).find((each) => each.id === id);
      const role = found && roleOf(users.current(), found);
      if (found === undefined || role === undefined || now() > found.endsAt) return undefined;
      return isSame(found.seal, sealOf(found)) ? lesserRole(found.role, role) : undefined;
    },
  };
}
