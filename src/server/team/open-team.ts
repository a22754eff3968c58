import type { AuditEntry, TeamStore } from "../../core/team/team-store.ts";
import { auditLog } from "./audit-log.ts";
import { cameFrom } from "./came-from.ts";
import { attempts } from "./sign-in/attempts.ts";
import { oidcSignIn } from "./sign-in/oidc.ts";
import { sessions } from "./sign-in/sessions.ts";
import { tokens } from "./sign-in/tokens.ts";
import type { Team } from "./team.ts";
import { usersFile } from "./users/users-file.ts";

interface OpenTeamOptions {
  /** The file of users. */
  readonly path: string;
  readonly store: TeamStore;
  /** Addresses of proxies whose word on where a request came from is taken. */
  readonly proxies: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tell: (entry: AuditEntry) => void;
}

const FORGETS_EVERY = 3_600_000;
/** What ended is kept for a day, so that whoever brings it is told why. */
const KEPT = 24 * 3_600_000;

/** Everything that a server for several people asks about who comes. */
export function openTeam({ path, store, proxies, env, tell }: OpenTeamOptions): Team {
  const users = usersFile(path);
  // a file that cannot be read is told before anything listens
  users.current();
  const audit = auditLog({ store, tell });
  const timer = setInterval(() => {
    store.forget(Date.now() - KEPT).catch(() => {});
  }, FORGETS_EVERY);
  timer.unref();
  return {
    users,
    store,
    audit,
    sessions: sessions({ store, users }),
    tokens: tokens({ store, users }),
    attempts: attempts(),
    oidc: oidcSignIn({ users, env }),
    addressOf: cameFrom(proxies),
    async close() {
      clearInterval(timer);
      await audit.flush();
      await store.close();
    },
  };
}
