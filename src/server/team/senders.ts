import { mayAct } from "../../core/team/role.ts";
import type { LetIn } from "../otlp/otlp-http.ts";
import { nameOf } from "./principal.ts";
import type { Team } from "./team.ts";
import { tokenOwner } from "./team-gate.ts";

const SENDS = "send traces";

/** Who may send what agents did: programs with a token that allows it. */
export function senders(team: Team): LetIn {
  return async (request) => {
    const address = team.addressOf(request);
    const { authorization } = request.headers;
    const who = await tokenOwner(
      team,
      typeof authorization === "string" ? authorization : undefined,
    );
    if (who === undefined) {
      const note = "The token is missing, wrong or has ended.";
      const about = { who: "", by: "token", action: SENDS, target: "", address, note };
      if (authorization !== undefined) await team.audit.refused(about);
      return { status: 401, message: `${note} Send one:  Authorization: Bearer assay_…` };
    }
    if (mayAct(who.role, "sender")) return undefined;
    const note = `${who.role} is not sender.`;
    const about = { who: nameOf(who), by: "token", action: SENDS, target: "", address, note };
    await team.audit.refused(about);
    return { status: 403, message: "That token may not send traces: make one of the role sender." };
  };
}
