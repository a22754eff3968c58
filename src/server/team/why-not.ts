import type { Principal } from "./principal.ts";
import type { Need } from "./rights/need.ts";
import { articled } from "./words.ts";

/** Why somebody who is not known is told nothing. */
export function whyNotLetIn(why?: string) {
  return {
    code: "server/sign-in",
    message: why === undefined ? "Sign in first." : `Sign in again. ${why}`,
    hint: "Browsers sign in at /sign-in; programs bring a token:  Authorization: Bearer assay_…",
  };
}

export function whyNotAllowed({ role }: Principal, need: Need | undefined) {
  const needed = need === undefined || need.role === "open" ? "admin" : need.role;
  return {
    code: "users/not-allowed",
    message: `That needs the role ${needed}; yours is ${role}.`,
    hint: `${articled(needed)} can do it, and an admin can give you the role.`,
  };
}
