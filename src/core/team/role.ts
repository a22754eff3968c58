/** What people of a team may do, each all that those before it may. */
export const roles = ["viewer", "runner", "editor", "admin"] as const;

export type Role = (typeof roles)[number];

/** What a token may do: as much as a person of that role, or nothing but send traces. */
export const tokenRoles = ["sender", ...roles] as const;

export type TokenRole = (typeof tokenRoles)[number];

/** Whether somebody of one role may do what another one is needed for. */
export function mayAct(role: TokenRole, needed: TokenRole): boolean {
  if (role === "sender") return needed === "sender";
  // whoever may start runs may send what agents did
  if (needed === "sender") return mayAct(role, "runner");
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The lesser of two. */
export function lesserRole(one: TokenRole, other: TokenRole): TokenRole {
  return tokenRoles.indexOf(one) <= tokenRoles.indexOf(other) ? one : other;
}
