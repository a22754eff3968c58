import type { ChildProcess } from "node:child_process";
import { spawnAssay } from "./run-assay.ts";

/** A real `assay web`, as a person starts it. */
export interface Served {
  /** With a token that nobody has exchanged. */
  readonly link: string;
  readonly origin: string;
  json(path: string, body?: object): Promise<unknown>;
  end(): Promise<void>;
}

export async function serveWorkspace(folder: string): Promise<Served> {
  const child = spawnAssay(["web", ".", "--port", "0"], folder);
  const link = await linkOf(child);
  const { origin, searchParams } = new URL(link);
  const Authorization = `Bearer ${searchParams.get("token")}`;
  return {
    link,
    origin,
    async json(path, body) {
      const headers = { Authorization, "Content-Type": "application/json" };
      const sent = body && { method: "POST", body: JSON.stringify(body) };
      const response = await fetch(`${origin}/api/v1${path}`, { headers, ...sent });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
      return text.startsWith("{") ? JSON.parse(text) : text;
    },
    async end() {
      const ended = new Promise((done) => child.once("exit", done));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function linkOf(child: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((done, fail) => {
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    child.stdout?.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+)\n/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once("exit", () => fail(new Error(`assay web ended: ${said}`)));
  });
}
