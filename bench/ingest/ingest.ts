import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { memoryOf } from "../measure.ts";
import type { SendOrder, Sent } from "./sender.ts";

const root = resolve(import.meta.dirname, "../..");
const assay = join(root, "bin", "assay.js");

export interface Ingested extends Sent {
  readonly spansASecond: number;
  /** Milliseconds that 99 of 100 answers were given within. */
  readonly p99: number;
  /** Highest resident memory of the server. */
  readonly peakMegabytes: number;
}

/** Spans over HTTP protobuf to a real `assay serve`, sent by a second process; all of them are counted in its store after. */
export async function ingest(cwd: string, order: Omit<SendOrder, "url">): Promise<Ingested> {
  mkdirSync(cwd, { recursive: true });
  const free = ["--port", "0", "--otlp_port", "0", "--otlp_grpc_port", "0"];
  const server = spawn(process.execPath, [assay, "serve", ...free], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await otlpOf(server);
    const script = join(import.meta.dirname, "sender.ts");
    const sender = spawn(process.execPath, [script, JSON.stringify({ ...order, url })], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const sent: Sent = JSON.parse(await textOf(sender));
    const peakMegabytes = memoryOf(server.pid)?.peak ?? Number.NaN;
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
    const spans = order.batches * order.spansABatch;
    const stored = storedSpans(cwd);
    if (stored !== spans) throw new Error(`${stored} of ${spans} acknowledged spans are stored`);
    const p99 = sent.latencies[Math.ceil(sent.latencies.length * 0.99) - 1] ?? Number.NaN;
    return { ...sent, spansASecond: spans / sent.seconds, p99, peakMegabytes };
  } finally {
    server.kill("SIGKILL");
  }
}

async function otlpOf(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error("the server has no output");
  for await (const line of createInterface(server.stdout)) {
    if (line.startsWith("otlp-http ")) return line.slice("otlp-http ".length);
  }
  throw new Error("the server does not listen");
}

async function textOf({ stdout }: ChildProcess): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdout ?? []) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Counted as a user would, by the command. */
function storedSpans(cwd: string): number {
  const listed = execFileSync(process.execPath, [assay, "sessions", "--output", "json"], {
    cwd,
    maxBuffer: 2 ** 30,
  });
  const sessions: readonly { readonly spans: number }[] = JSON.parse(listed.toString());
  return sessions.reduce((sum, { spans }) => sum + spans, 0);
}
