import type { TeamStore } from "../../core/team/team-store.ts";
import type { AuditLog } from "./audit-log.ts";
import type { Attempts } from "./sign-in/attempts.ts";
import type { OidcSignIn } from "./sign-in/oidc.ts";
import type { Sessions } from "./sign-in/sessions.ts";
import type { Tokens } from "./sign-in/tokens.ts";
import type { UsersFile } from "./users/users-file.ts";

/** What a server for several people has beside everything else. */
export interface Team {
  readonly users: UsersFile;
  readonly store: TeamStore;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly audit: AuditLog;
  readonly attempts: Attempts;
  readonly oidc: OidcSignIn;
  /** Where a request came from, past the proxies that are trusted. */
  readonly addressOf: (request: Came) => string;
  close(): Promise<void>;
}

/** As much of a request as says where it came from. */
export interface Came {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}
