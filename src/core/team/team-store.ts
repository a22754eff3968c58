import type { TokenRole } from "./role.ts";

/** How somebody came to be known: by a name in the file of users, or by a provider of identities. */
export type Origin = "file" | "oidc";

interface StoredGrant {
  /** What was made of the secret that its holder has. The secret itself is nowhere. */
  readonly key: string;
  /** Its name in lists and addresses; says nothing of the secret. */
  readonly id: string;
  readonly user: string;
  /** How people know that user. */
  readonly label: string;
  readonly origin: Origin;
  /** Of a token the most it may do; of a session the role that a provider said. */
  readonly role: TokenRole;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly seenAt: number;
  /** Made of all that grants something with a secret that the database does not have: a row that was changed is none. */
  readonly seal: string;
}

/** Somebody who is signed in with a browser. Times are milliseconds since 1970. */
export interface StoredSession extends StoredGrant {
  readonly role: TokenRole;
  /** From where, and with what browser. */
  readonly address: string;
  readonly browser: string;
  /** Grows with every cookie that is given for it; whoever brings an older one has a copy. */
  readonly generation: number;
  readonly rotatedAt: number;
}

/** What a program signs in with. */
export interface StoredToken extends StoredGrant {
  readonly name: string;
}

/** One line of the audit log. */
export interface AuditEntry {
  readonly at: number;
  /** Who did it, or said to be; empty where nobody knows. */
  readonly who: string;
  /** By what they were known: `password`, `oidc`, `session`, `token`, `cli`, or `none`. */
  readonly by: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: "done" | "failed" | "refused";
  readonly address: string;
  readonly note: string;
}

export interface ListedAudit extends AuditEntry {
  readonly seq: number;
}

interface AuditQuery {
  /** Only those before this one in the log. */
  readonly before?: number | undefined;
  readonly limit: number;
  readonly who?: string | undefined;
  readonly action?: string | undefined;
  readonly outcome?: AuditEntry["outcome"] | undefined;
}

/** What of a session changes while it goes on. */
interface SessionStep {
  readonly seenAt: number;
  readonly generation: number;
  readonly rotatedAt: number;
}

/** Which of somebody's grants end: all of that user's, or those that are more than a role. */
export interface EndedGrants {
  readonly user: string;
  readonly id?: string | undefined;
}

/** What a server for several people keeps beside the runs. */
export interface TeamStore {
  addSession(session: StoredSession): Promise<void>;
  session(key: string): Promise<StoredSession | undefined>;
  /** Goes one step on from a generation; false where somebody else did, or it has ended. */
  stepSession(key: string, from: number, step: SessionStep): Promise<boolean>;
  /** All, or one user's, the newest first. */
  sessions(user?: string): Promise<readonly StoredSession[]>;
  /** How many ended. */
  endSessions(which: EndedGrants): Promise<number>;
  addToken(token: StoredToken): Promise<void>;
  token(key: string): Promise<StoredToken | undefined>;
  touchToken(key: string, seenAt: number): Promise<void>;
  tokens(user?: string): Promise<readonly StoredToken[]>;
  endTokens(which: EndedGrants): Promise<number>;
  /** Forgets what ended before a time. */
  forget(before: number): Promise<void>;
  /** Adds to the audit log, which nothing changes or removes from. */
  record(entries: readonly AuditEntry[]): Promise<void>;
  /** The newest first. */
  audit(query: AuditQuery): Promise<readonly ListedAudit[]>;
  close(): Promise<void>;
}
