import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { onTestFinished } from "vitest";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

/** A real `assay web`, as a person starts it. */
export interface WebServer {
  /** With a token that nobody has exchanged. */
  readonly link: string;
  readonly origin: string;
  readonly token: string;
  /** Asks with the token. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  json(path: string, init?: RequestInit): Promise<unknown>;
  post(path: string, body?: unknown): Promise<Response>;
  /** Everything that it has printed. */
  said(): string;
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export async function startWeb(
  cwd: string,
  args: readonly string[] = [],
  port = 0,
  onEnd: (end: () => void) => void = onTestFinished,
): Promise<WebServer> {
  const child = spawn(process.execPath, [command, "web", ".", "--port", `${port}`, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
  onEnd(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const link = await new Promise<string>((done, fail) => {
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+)\n/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    void ended.then((code) => fail(new Error(`assay web ended with ${code}: ${said}`)));
  });
  const { origin, searchParams } = new URL(link);
  const token = searchParams.get("token") ?? "";
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      redirect: "manual",
      ...init,
      headers: { Authorization: `Bearer ${token}`, ...init.headers },
    });
  return {
    link,
    origin,
    token,
    ask,
    json: async (path, init) => (await ask(path, init)).json(),
    post: (path, body = {}) =>
      ask(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    said: () => said,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
