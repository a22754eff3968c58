import { type ChildProcess, spawn } from "node:child_process";
import { openSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

const command = resolve(import.meta.dirname, "../../../bin/assay.js");

export interface Served {
  readonly child: ChildProcess;
  readonly cwd: string;
  /** The file with what it says to whoever runs it. */
  readonly errors: string;
  /** One a listener, as it says them. */
  readonly lines: readonly string[];
  readonly api: string;
  readonly otlp: string;
  readonly grpc: string;
}

/** Starts `assay serve` on free ports and waits until it listens. */
export async function startServe(
  cwd: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<Served> {
  const free = ["--port", "0", "--otlp-port", "0", "--otlp_grpc_port", "0"];
  const errors = join(cwd, "errors.txt");
  const child = spawn(process.execPath, [command, "serve", ...free, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", openSync(errors, "a")],
  });
  atEnd(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  if (child.stdout === null) throw new Error("the server has no output");
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === 3) break;
  }
  const [api = "", otlp = "", grpc = ""] = lines.map((line) => line.split(" ")[1] ?? "");
  return { child, cwd, errors, lines, api, otlp, grpc: `http://${grpc}` };
}
