import { UserFacingError } from "../../../core/errors.ts";
import type { ServerParts } from "../../api/server-parts.ts";
import type { Team } from "../team.ts";

/** What only a server for several people has. */
export function needTeam({ team }: ServerParts): Team {
  if (team !== undefined) return team;
  throw new UserFacingError("users/not-allowed", "This server is for whoever sits at it.", {
    hint: "A server for several people is started with --auth users.json.",
  });
}

export function unknown(what: string): UserFacingError {
  return new UserFacingError("users/not-found", `There is no such ${what}.`);
}
