import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { serve } from "../../server/serve.ts";
import { openRunStore, openTraceStore } from "../../stores/open-store.ts";
import { portOption } from "../arguments/port-option.ts";
import { listOption, textOption } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
import { authFile, needGuard, teamOf } from "../arguments/team-options.ts";
import type { CommandInput } from "../command.ts";
import { endSignal } from "../end-signal.ts";
import { VERSION } from "../version.ts";
import { openMeters, tellOf } from "./open-meters.ts";
import { forget, retentionOf } from "./retention.ts";
import { serverLog } from "./server-log.ts";

/** `assay serve`: listens until it is told to end. */
export async function serveCommand(input: CommandInput): Promise<number> {
  const { options, env } = input;
  const host = textOption(options, "host") ?? "127.0.0.1";
  const allowedHosts = listOption(options, "allowed_host");
  const token = env.ASSAY_TOKEN || undefined;
  const isTeam = authFile(input) !== undefined;
  checkToken(token);
  needGuard({
    ...{ host, allowedHosts },
    missing:
      token === undefined && !isTeam
        ? "Set a token that senders must bring:  export ASSAY_TOKEN=$(openssl rand -hex 32), or name users with --auth."
        : undefined,
  });
  const said = serverLog(input);
  const ports = {
    port: portOption(options, "port", 8080),
    otlpPort: portOption(options, "otlp_port", 4318),
    otlpGrpcPort: portOption(options, "otlp_grpc_port", 4317),
  };
  const limits = retentionOf(input);
  const place = storeOf(input);
  const store = await openTraceStore(place);
  const runs = await openRunStore(place);
  // whoever cannot be written to is told now, and not when the first spans come
  await store.append({ spans: [], logs: [], traces: [], receivedAt: 0 });
  await forget(store, limits);
  const counted = isTeam ? await openMeters({ input, store: place, said }) : undefined;
  const team = await teamOf({ input, store: place, tell: tellOf(said, counted) });
  const tell = oncePerMinute((text) => said.warn(`warning  ${text}\n`));
  const server = await serve({
    host,
    ...ports,
    allowedHosts,
    allowedOrigins: listOption(options, "allow_origin"),
    // users have tokens of their own
    token: isTeam ? undefined : token,
    behindTls: isTeam,
    team,
    meters: counted?.meters,
    store,
    runs,
    version: VERSION,
    onFailure: (error) => tell(`A request failed: ${reasonOf(error)}`),
    onRefusal: (reason) => tell(`A request was refused: ${reason}`),
  });
  const ended = endSignal();
  const listeners = server.listeners.map((each) => each.split(" "));
  said.listening(`${server.listeners.join("\n")}\n`, Object.fromEntries(listeners));
  const timer = setInterval(() => {
    forget(store, limits).catch((error) =>
      tell(`Old sessions were not forgotten: ${reasonOf(error)}`),
    );
  }, 60_000);
  await ended;
  clearInterval(timer);
  await server.close();
  await store.close();
  await runs.close();
  await counted?.close();
  await team?.close();
  return ExitCode.passed;
}

function checkToken(token: string | undefined): void {
  if (token === undefined || token.length >= 32) return;
  throw new UserFacingError("cli/usage", "The token in ASSAY_TOKEN is too short.", {
    hint: "Use 32 characters or more:  export ASSAY_TOKEN=$(openssl rand -hex 32)",
  });
}

/** Says the same only once a minute: whoever can reach a port could fill a screen otherwise. */
function oncePerMinute(say: (text: string) => void): (text: string) => void {
  const said = new Map<string, number>();
  return (text) => {
    const now = Date.now();
    for (const [each, at] of said) if (now - at >= 60_000) said.delete(each);
    if (said.has(text) || said.size >= 100) return;
    said.set(text, now);
    say(text);
  };
}

function reasonOf(error: unknown): string {
  if (isUserFacingError(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
