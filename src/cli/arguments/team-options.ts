import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import type { AuditEntry } from "../../core/team/team-store.ts";
import type { Team } from "../../server/team/team.ts";
import type { CommandInput, OptionSpec } from "../command.ts";
import { listOption, textOption } from "./read-options.ts";

/** How a server for several people is asked for. */
export const teamOptions: readonly OptionSpec[] = [
  {
    name: "auth",
    value: "FILE",
    summary:
      "Who may come in: a file that assay users makes. Without it, whoever is on this machine.",
  },
  {
    name: "trust_proxy",
    value: "ADDRESS",
    many: true,
    summary:
      "A proxy before this server, such as 10.0.0.7 or 10.0.0.0/24, whose X-Forwarded-For is believed.",
  },
  {
    name: "log",
    value: "FORMAT",
    summary: "json: a line of JSON for whatever happens, for programs that gather logs.",
    default: "text",
  },
];

/** Where the file of users lies; undefined for a server for one. */
export function authFile({ options, cwd }: CommandInput): string | undefined {
  const given = textOption(options, "auth");
  return given === undefined ? undefined : resolve(cwd, given);
}

interface TeamInput {
  readonly input: CommandInput;
  readonly store: string;
  readonly tell: (entry: AuditEntry) => void;
}

/** Everything that is asked about who comes, where there are users. Nobody else loads any of it. */
export async function teamOf({ input, store, tell }: TeamInput): Promise<Team | undefined> {
  const path = authFile(input);
  const proxies = listOption(input.options, "trust_proxy");
  if (path === undefined) {
    if (proxies.length === 0) return undefined;
    throw new UserFacingError("cli/usage", "--trust_proxy means nothing without --auth.", {
      hint: "Only a server for several people asks where somebody comes from.",
    });
  }
  // before anything is made on disk
  if (!existsSync(path)) {
    throw new UserFacingError("users/invalid", `There is no file of users ${path}.`, {
      hint: "Make one with its first user:  assay users add NAME --role admin",
    });
  }
  const { openTeam } = await import("../../server/team/open-team.ts");
  const { openTeamStore } = await import("../../stores/open-store.ts");
  const kept = await openTeamStore(store);
  return openTeam({ path, store: kept, proxies, env: input.env, tell });
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

interface OpenHost {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** What has to be given first, where nobody could be told from anybody else. */
  readonly missing: string | undefined;
}

/** Whoever can reach a port beyond this machine is asked who they are, or it is not opened. */
export function needGuard({ host, allowedHosts, missing }: OpenHost): void {
  if (isLoopback(host)) return;
  if (missing !== undefined) {
    throw new UserFacingError("cli/usage", `--host ${host} is open to other machines.`, {
      hint: missing,
    });
  }
  if (allowedHosts.length === 0) {
    throw new UserFacingError(
      "cli/usage",
      `--host ${host} needs the name that others call it by.`,
      { hint: "Add it, for example:  --allowed_host assay.example.com" },
    );
  }
}
