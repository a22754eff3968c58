import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { ExitCode } from "../../core/verdict.ts";
import { serve } from "../../server/serve.ts";
import { openRunStore, openTraceStore } from "../../stores/open-store.ts";
import { portOption } from "../arguments/port-option.ts";
import { listOption, textOption } from "../arguments/read-options.ts";
import { storeOf } from "../arguments/store-option.ts";
import type { CommandInput } from "../command.ts";
import { endSignal } from "../end-signal.ts";
import { VERSION } from "../version.ts";
import { forget, retentionOf } from "./retention.ts";

/** `assay serve`: listens until it is told to end. */
export async function serveCommand(input: CommandInput): Promise<number> {
  const { options, terminal, env } = input;
  const host = textOption(options, "host") ?? "127.0.0.1";
  const allowedHosts = listOption(options, "allowed_host");
  const token = env.ASSAY_TOKEN || undefined;
  checkHost(host, { token, allowedHosts });
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
  const tell = oncePerMinute((text) => terminal.warn(`warning  ${text}\n`));
  const server = await serve({
    host,
    ...ports,
    allowedHosts,
    allowedOrigins: listOption(options, "allow_origin"),
    token,
    store,
    runs,
    version: VERSION,
    onFailure: (error) => tell(`A request failed: ${reasonOf(error)}`),
    onRefusal: (reason) => tell(`A request was refused: ${reason}`),
  });
  const ended = endSignal();
  terminal.write(`${server.listeners.join("\n")}\n`);
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
  return ExitCode.passed;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** Whoever can reach this can write: beyond this machine only for those who were given a token. */
function checkHost(
  host: string,
  { token, allowedHosts }: { token: string | undefined; allowedHosts: readonly string[] },
): void {
  if (token !== undefined && token.length < 32) {
    throw new UserFacingError("cli/usage", "The token in ASSAY_TOKEN is too short.", {
      hint: "Use 32 characters or more:  export ASSAY_TOKEN=$(openssl rand -hex 32)",
    });
  }
  if (LOOPBACK.test(host)) return;
  if (token === undefined) {
    throw new UserFacingError("cli/usage", `--host ${host} is open to other machines.`, {
      hint: "Set a token that senders must bring:  export ASSAY_TOKEN=$(openssl rand -hex 32)",
    });
  }
  if (allowedHosts.length === 0) {
    throw new UserFacingError(
      "cli/usage",
      `--host ${host} needs the name that others call it by.`,
      {
        hint: "Add it, for example:  --allowed_host traces.example.com",
      },
    );
  }
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
