import { UserFacingError } from "../../core/errors.ts";
import { lesserRole, tokenRoles } from "../../core/team/role.ts";
import { ExitCode } from "../../core/verdict.ts";
import { LONGEST_DAYS, tokens } from "../../server/team/sign-in/tokens.ts";
import { choiceOption, countOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { plainTable } from "../text/plain-table.ts";
import { timeText } from "../text/time-text.ts";
import { secretLine } from "./users-change-command.ts";
import { cliEntry, usersOf, withTeamStore } from "./users-input.ts";

/** `assay users token`: for a program, in somebody's name. */
export async function usersTokenCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const [user = ""] = input.arguments;
  const users = usersOf(input);
  const owner = users.current().byName.get(user);
  if (owner === undefined) throw noUser(user);
  const days = countOption(options, "days", 90);
  if (days > LONGEST_DAYS) {
    throw new UserFacingError("cli/usage", `A token lasts ${LONGEST_DAYS} days at most.`, {
      hint: "Make a new one before it ends.",
    });
  }
  const asked = choiceOption(options, "role", tokenRoles) ?? owner.role;
  const role = lesserRole(asked, owner.role);
  const name = textOption(options, "name") ?? "made in a terminal";
  const made = await withTeamStore(input, async (store) => {
    const vouched = { user, label: user, origin: "file", role: owner.role } as const;
    const token = await tokens({ store, users }).make(vouched, { name, role, days });
    await store.record([cliEntry("make token", `${user} ${token.id}`)]);
    return token;
  });
  const until = timeText(new Date(made.endsAt).toISOString());
  terminal.write(`Token ${made.id} of ${user}, as ${role}, until ${until}.\n`);
  terminal.writeNow(secretLine("token", made.token));
  return ExitCode.passed;
}

/** `assay users tokens`. */
export async function usersTokensCommand(input: CommandInput): Promise<number> {
  const { options, terminal } = input;
  const [user] = input.arguments;
  const found = await withTeamStore(input, (store) => store.tokens(user));
  if (choiceOption(options, "output", ["json"]) === "json") {
    const shown = found.map(({ key: _, seal: __, ...rest }) => rest);
    terminal.write(`${JSON.stringify(shown, null, 2)}\n`);
    return ExitCode.passed;
  }
  const at = (time: number) => (time === 0 ? "never" : timeText(new Date(time).toISOString()));
  const rows = found.map((each) => [
    ...[each.id, each.user, each.role, each.name],
    ...[at(each.endsAt), at(each.seenAt)],
  ]);
  const titles = ["token", "user", "role", "name", "until", "last used"];
  terminal.write(`${plainTable(titles, rows).join("\n")}\n`);
  return ExitCode.passed;
}

/** `assay users revoke`: of a token, or of everything that somebody is signed in by. */
export async function usersRevokeCommand(input: CommandInput): Promise<number> {
  const [user = "", id] = input.arguments;
  const ended = await withTeamStore(input, async (store) => {
    const tokensEnded = await store.endTokens({ user, id });
    const sessionsEnded = id === undefined ? await store.endSessions({ user }) : 0;
    await store.record([cliEntry("end access", id === undefined ? user : `${user} ${id}`)]);
    return tokensEnded + sessionsEnded;
  });
  if (ended === 0) {
    throw new UserFacingError("users/not-found", `${user} has no such token or session.`, {
      hint: "assay users tokens lists them.",
    });
  }
  input.terminal.write(`${ended} ended.\n`);
  return ExitCode.passed;
}

function noUser(user: string): UserFacingError {
  return new UserFacingError("users/not-found", `There is no user ${JSON.stringify(user)}.`, {
    hint: "assay users list says who there is. People of a provider make tokens in the browser.",
  });
}
