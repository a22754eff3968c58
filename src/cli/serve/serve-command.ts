import { resolve } from "node:path";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import type { RetentionLimits, TraceStore } from "../../core/traces/trace-store.ts";
import { ExitCode } from "../../core/verdict.ts";
import { serve } from "../../server/serve.ts";
import { sqliteTraceStore } from "../../stores/sqlite/traces/sqlite-trace-store.ts";
import { countOption, listOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { VERSION } from "../version.ts";

/** `assay serve`: listens until it is told to end. */
export async function serveCommand(input: CommandInput): Promise<number> {
  const { options, cwd, terminal, env } = input;
  const host = textOption(options, "host") ?? "127.0.0.1";
  const allowedHosts = listOption(options, "allowed_host");
  const token = env.ASSAY_TOKEN || undefined;
  checkHost(host, { token, allowedHosts });
  const ports = {
    port: portOption(input, "port", 8080),
    otlpPort: portOption(input, "otlp_port", 4318),
    otlpGrpcPort: portOption(input, "otlp_grpc_port", 4317),
  };
  const limits = retentionLimits(input);
  const store = sqliteTraceStore(resolve(cwd, textOption(options, "store") ?? ".assay/assay.db"));
  // whoever cannot be written to is told now, and not when the first spans come
  await store.append({ spans: [], logs: [], traces: [], receivedAt: 0 });
  const forget = retention(limits, store);
  await forget();
  const server = await serve({
    host,
    ...ports,
    allowedHosts,
    allowedOrigins: listOption(options, "allow_origin"),
    token,
    store,
    version: VERSION,
    onFailure: (error) => terminal.warn(`warning  An export was not stored: ${reasonOf(error)}\n`),
  });
  const ended = endSignal();
  terminal.write(`${server.listeners.join("\n")}\n`);
  const timer = setInterval(() => void forget().catch(() => {}), 60_000);
  await ended;
  clearInterval(timer);
  await server.close();
  await store.close();
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

function portOption({ options }: CommandInput, name: string, fallback: number): number {
  const value = textOption(options, name);
  if (value === undefined) return fallback;
  if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new UserFacingError("cli/usage", `--${name} is "${value}"; a port was expected.`, {
    hint: `Write, for example, --${name} ${fallback}, or 0 for any that is free.`,
  });
}

const DAY = 24 * 60 * 60 * 1000;

type Limits = Pick<RetentionLimits, "sessions" | "age">;

function retentionLimits({ options }: CommandInput): Limits {
  const days = limitOf(options, "keep_days");
  const age = days === undefined ? undefined : days * DAY;
  return { sessions: limitOf(options, "keep_sessions"), age };
}

function retention(limits: Limits, store: TraceStore): () => Promise<void> {
  if (limits.sessions === undefined && limits.age === undefined) return async () => {};
  return async () => void (await store.retain({ ...limits, now: Date.now() }));
}

function limitOf(options: CommandInput["options"], name: string): number | undefined {
  return options[name] === undefined ? undefined : countOption(options, name, 100);
}

function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(name, () => resolve());
  });
}

function reasonOf(error: unknown): string {
  if (isUserFacingError(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
