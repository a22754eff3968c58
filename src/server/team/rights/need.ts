import type { TokenRole } from "../../../core/team/role.ts";

/** What a route asks of whoever calls it. */
export interface Need {
  /** `open` is for everybody: it says nothing of anybody's data. */
  readonly role: TokenRole | "open";
  /** In a word of the audit log, what it does; undefined where it only tells something. */
  readonly does?: string | undefined;
}

export const open: Need = { role: "open" };
export const see: Need = { role: "viewer" };

export function running(does?: string): Need {
  return { role: "runner", does };
}

export function editing(does: string): Need {
  return { role: "editor", does };
}

export function administering(does?: string): Need {
  return { role: "admin", does };
}
