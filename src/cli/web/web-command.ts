import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { dryScoreThread } from "../../project/dry-score/dry-score-thread.ts";
import { baselineCache } from "../../project/overview/baseline-cache.ts";
import { figuresCache } from "../../project/overview/figures-cache.ts";
import { journalClock } from "../../server/api/journal-clock.ts";
import { judgedRuns } from "../../server/api/judges/judged-runs.ts";
import { runHistory } from "../../server/api/runs/run-history.ts";
import { runViews } from "../../server/api/runs/run-views.ts";
import { setMemory } from "../../server/api/sets/set-memory.ts";
import { liveSessions } from "../../server/api/traces/live-session.ts";
import { chatParts } from "../../server/chats/chat-parts.ts";
import { runJobs } from "../../server/jobs/run-jobs.ts";
import { requestPolicy } from "../../server/request-policy.ts";
import { senders } from "../../server/team/senders.ts";
import { access } from "../../server/web/access.ts";
import { serveWeb } from "../../server/web/serve-web.ts";
import { uiFiles } from "../../server/web/ui-files.ts";
import { webReceiver } from "../../server/web/web-receiver.ts";
import { workspaceSecret } from "../../server/web/workspace-secret.ts";
import { openTraceStore } from "../../stores/open-store.ts";
import { isPostgresAddress } from "../../stores/postgres-address.ts";
import { portOption } from "../arguments/port-option.ts";
import { listOption, textOption } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
import { authFile, needGuard, teamOf } from "../arguments/team-options.ts";
import type { CommandInput } from "../command.ts";
import { endSignal } from "../end-signal.ts";
import { withRuns } from "../open-runs.ts";
import { openMeters, tellOf } from "../serve/open-meters.ts";
import { serverLog } from "../serve/server-log.ts";
import { VERSION } from "../version.ts";

/** `assay web`: listens until it is told to end. */
export async function webCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal } = input;
  const host = textOption(options, "host") ?? "127.0.0.1";
  const allowedHosts = listOption(options, "allowed_host");
  const isTeam = authFile(input) !== undefined;
  needGuard({ host, allowedHosts, missing: isTeam ? undefined : NO_USERS });
  const said = serverLog(input);
  const port = portOption(options, "port", 8765);
  const agentsFolder = folderOf(input);
  const allowedOrigins = listOption(options, "allow_origin");
  if (isTeam && allowedOrigins.length > 0) throw noOrigins();
  const policy = requestPolicy({ allowedOrigins, allowedHosts, behindTls: isTeam });
  // whoever wants any free port for the screens wants no fixed one for traces
  const otlp = (name: string, usual: number) => portOption(options, name, port === 0 ? 0 : usual);
  const [otlpPort, otlpGrpcPort] = [otlp("otlp_port", 4318), otlp("otlp_grpc_port", 4317)];
  const store = storeOf(input);
  // what belongs to this machine stays on it
  const workspace = isPostgresAddress(store) ? resolve(cwd, ".assay") : dirname(store);
  return await withRuns(input, async (runs) => {
    // a database that is not there, or of another version, is told now and not on every page
    await runs.position();
    const counted = isTeam ? await openMeters({ input, store, said }) : undefined;
    const team = await teamOf({ input, store, tell: tellOf(said, counted) });
    const traces = await openTraceStore(store);
    const entry = access({ secret: workspaceSecret(join(workspace, "web-secret")) });
    const command = [process.execPath, process.argv[1] ?? ""] as const;
    const folder = join(workspace, "jobs");
    const dryScores = dryScoreThread();
    const log = said.warn;
    const receiver = await webReceiver({
      host,
      otlpPort,
      otlpGrpcPort,
      policy: requestPolicy({ allowedHosts }),
      store: traces,
      letIn: team && senders(team),
      log,
    });
    const talking = chatParts({ runs, cwd, agentsFolder });
    const server = await serveWeb({
      host,
      port,
      access: entry,
      policy,
      ui: uiFiles(UI_FOLDER),
      log,
      parts: {
        runs,
        traces,
        clock: journalClock(runs),
        views: runViews(runs),
        figures: figuresCache(runs),
        baselines: baselineCache(runs, cwd),
        history: runHistory(runs),
        jobs: runJobs({ command, cwd, folder, store: runs, database: store }),
        sets: setMemory(),
        dryScores,
        judged: judgedRuns(runs),
        live: liveSessions(traces),
        receiver: receiver.state,
        ...talking,
        agentsFolder,
        cwd,
        workspace,
        version: VERSION,
        team,
        meters: counted?.meters,
      },
    });
    const link = () => `Open  ${server.origin}/?token=${entry.newToken()}\n`;
    const ended = endSignal();
    const listening = `Listening on ${server.origin}; people sign in at https://${allowedHosts[0] ?? "NAME"}/\n`;
    said.listening(team === undefined ? link() : listening, { origin: server.origin });
    const stopAsking = onEnter(() => {
      if (team === undefined) terminal.write(link());
    });
    await ended;
    stopAsking();
    talking.processes.close();
    await server.close();
    await dryScores.close();
    await receiver.close();
    await traces.close();
    await counted?.close();
    await team?.close();
    return ExitCode.passed;
  });
}

/** Beside the command, in the package as in a clone. */
const UI_FOLDER = fileURLToPath(new URL("../ui", import.meta.url));

function folderOf({ arguments: [named], cwd }: CommandInput): string {
  const folder = resolve(cwd, named ?? ".");
  if (existsSync(folder) && statSync(folder).isDirectory()) return folder;
  throw new UserFacingError("agent/not-found", `There is no folder ${named}.`, {
    hint: "Give a folder of agents, or none for the one you are in.",
  });
}

const NO_USERS =
  "Say who may come in:  assay users add NAME --role admin, then --auth users.json. For yourself alone, forward the port:  ssh -L 8765:127.0.0.1:8765 HOST";

function noOrigins(): UserFacingError {
  return new UserFacingError("cli/usage", "--allow_origin goes without --auth only.", {
    hint: "A server for several people answers its own pages, and programs that bring a token.",
  });
}

/** A link is good for one browser; Enter makes another. */
function onEnter(print: () => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  stdin.on("data", print);
  return () => {
    stdin.off("data", print);
    stdin.pause();
  };
}
