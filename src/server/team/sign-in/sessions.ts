import { randomBytes } from "node:crypto";
import type { TokenRole } from "../../../core/team/role.ts";
import type { StoredSession, TeamStore } from "../../../core/team/team-store.ts";
import type { Principal } from "../principal.ts";
import type { UsersFile } from "../users/users-file.ts";
import { roleOf, secretOf } from "../users/who-is.ts";
import { isSame, sealed } from "./seal.ts";

/** Somebody whom a password or a provider has vouched for. */
export type Vouched = Pick<StoredSession, "user" | "label" | "origin" | "role">;

interface Visitor {
  readonly address: string;
  readonly browser: string;
}

/** Who a cookie says it is: somebody, with a new cookie where the old one has been used for long, or nobody, and why. */
type Found =
  | { readonly who: Principal; readonly cookie?: string | undefined }
  | {
      readonly who?: undefined;
      readonly why: string;
      readonly user: string;
      readonly isTheft: boolean;
    };

/** People who are signed in. */
export interface Sessions {
  /** The value of the cookie of a new session. */
  begin(vouched: Vouched, visitor: Visitor): Promise<string>;
  find(cookie: string, visitor: Visitor): Promise<Found>;
  /** The role that somebody has by a session that was found before; undefined where it has ended. */
  roleNow(user: string, id: string): Promise<TokenRole | undefined>;
}

interface SessionLimits {
  /** Milliseconds without a request, and in all. */
  readonly idle: number;
  readonly absolute: number;
}

const usualLimits: SessionLimits = { idle: 12 * 3_600_000, absolute: 7 * 24 * 3_600_000 };

/** A cookie is replaced after so long; the one before is good for a moment more, for what was under way. */
const ROTATES = 10 * 60_000;
const GRACE = 60_000;
const SEEN_EVERY = 60_000;

interface SessionOptions {
  readonly store: TeamStore;
  readonly users: UsersFile;
  readonly limits?: SessionLimits | undefined;
  readonly now?: (() => number) | undefined;
}

export function sessions(options: SessionOptions): Sessions {
  const { store, users, limits = usualLimits, now = Date.now } = options;

  const cookieOf = (id: string, generation: number) =>
    `${id}.${generation}.${sealed(users.current().secret, "cookie", id, generation)}`;
  const keyOf = (id: string) => sealed(users.current().secret, "session", id);
  // a new password makes every session of the old one none
  const sealOf = (s: Omit<StoredSession, "seal">) =>
    sealed(
      users.current().secret,
      "granted",
      ...[s.key, s.id, s.user, s.origin, s.role, s.endsAt, s.createdAt],
      secretOf(users.current(), s),
    );

  async function look(cookie: string, { browser }: Visitor): Promise<Found> {
    const [id = "", given = "", signature = ""] = cookie.split(".");
    const generation = Number(given);
    if (!isSame(cookieOf(id, generation), `${id}.${given}.${signature}`)) {
      return nobody("The cookie is not one of this server.");
    }
    const session = await store.session(keyOf(id));
    if (session === undefined) return nobody("The session has ended.");
    const { user } = session;
    const role = roleOf(users.current(), session);
    const copied = whyCopied(session, generation, familyOf(browser));
    const over = whyOver(session, role);
    if (role === undefined || copied !== undefined || over !== undefined) {
      await store.endSessions({ user, id: session.id });
      return { why: over ?? copied ?? "", user, isTheft: over === undefined };
    }
    const age = session.generation - generation;
    const who = { user, label: session.label, role, origin: session.origin } as const;
    return {
      who: { ...who, by: "session", grant: session.id },
      cookie: await nextCookie(session, id, age),
    };
  }

  function whyOver(session: StoredSession, role: TokenRole | undefined): string | undefined {
    if (!isSame(session.seal, sealOf(session))) {
      return "The session is not what it was when it began.";
    }
    if (role === undefined) return "The user is not there any more.";
    if (now() > session.endsAt) return "The session is too old.";
    return now() - session.seenAt > limits.idle ? "Nothing was asked for too long." : undefined;
  }

  /** Whoever has a copy has another browser, or does not get the cookies that come later. */
  function whyCopied(session: StoredSession, generation: number, family: string) {
    if (session.browser !== family) return "The cookie came from another browser.";
    const age = session.generation - generation;
    const isGrace = age === 1 && now() - session.rotatedAt < GRACE;
    return age === 0 || isGrace
      ? undefined
      : "The cookie had been replaced: there is a copy of it.";
  }

  async function nextCookie(session: StoredSession, id: string, age: number) {
    const { key, generation, rotatedAt, seenAt } = session;
    // its answer was lost, perhaps
    if (age === 1) return cookieOf(id, generation);
    const at = now();
    if (at - rotatedAt >= ROTATES) {
      const step = { seenAt: at, generation: generation + 1, rotatedAt: at };
      return (await store.stepSession(key, generation, step))
        ? cookieOf(id, generation + 1)
        : undefined;
    }
    if (at - seenAt >= SEEN_EVERY) {
      await store.stepSession(key, generation, { seenAt: at, generation, rotatedAt });
    }
    return undefined;
  }

  return {
    async begin({ user, label, origin, role }, { address, browser }) {
      const id = randomBytes(32).toString("base64url");
      const at = now();
      const session = {
        ...{ key: keyOf(id), id: randomBytes(6).toString("hex"), user, label, origin, role },
        ...{ createdAt: at, endsAt: at + limits.absolute, seenAt: at, address },
        ...{ browser: familyOf(browser), generation: 0, rotatedAt: at },
      };
      await store.addSession({ ...session, seal: sealOf(session) });
      return cookieOf(id, 0);
    },
    find: look,
    async roleNow(user, id) {
      const session = (await store.sessions(user)).find((each) => each.id === id);
      if (session === undefined || now() > session.endsAt) return undefined;
      return isSame(session.seal, sealOf(session)) ? roleOf(users.current(), session) : undefined;
    },
  };
}

function nobody(why: string): Found {
  return { why, user: "", isTheft: false };
}

/** A browser without its version, which changes by itself. */
function familyOf(browser: string): string {
  return browser.replace(/[\d._]+/g, "").slice(0, 300);
}
