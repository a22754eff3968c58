import type { TokenRole } from "../../core/team/role.ts";
import type { Origin } from "../../core/team/team-store.ts";

/** Who asks. */
export interface Principal {
  readonly user: string;
  /** How people know them. */
  readonly label: string;
  readonly role: TokenRole;
  readonly origin: Origin | "local";
  /** What let them in, and its name in lists. */
  readonly by: "local" | "session" | "token";
  readonly grant: string;
}

/** Whoever sits at the machine of a server for one. */
const localUser: Principal = {
  user: "",
  label: "",
  role: "admin",
  origin: "local",
  by: "local",
  grant: "",
};

const WHO = "who";

interface Kept {
  get(key: never): unknown;
  set(key: never, value: never): void;
}

/** Kept with a request while it is answered. */
export function setWho(context: Kept, who: Principal): void {
  context.set(WHO as never, who as never);
}

/** On a server for several people nobody is taken for whoever sits at the machine. */
export function whoAsks(context: Kept, isTeam: boolean): Principal {
  const who = context.get(WHO as never) as Principal | undefined;
  if (who !== undefined) return who;
  if (isTeam) throw new Error("A request came past the gate.");
  return localUser;
}

/** As the log has them: an id of a provider says little by itself. */
export function nameOf({ user, label }: Pick<Principal, "user" | "label">): string {
  return label === "" || label === user ? user : `${label} <${user}>`;
}
