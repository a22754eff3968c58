import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Served, startServe } from "../start-serve.ts";

/** A real `assay serve` that is attacked for as long as a file of tests runs. */
export interface Target extends Served {
  /** Highest resident memory so far, in megabytes. */
  peak(): number;
  /** Whether an ordinary export is still accepted over HTTP. */
  isAlive(): Promise<boolean>;
}

/** To be called at the top of a file: starts it before the tests, and ends it after them. */
export function attackedServer(args: readonly string[] = []): () => Target {
  let target: Target | undefined;
  const ends: (() => void)[] = [];
  beforeAll(async () => {
    const cwd = mkdtempSync(join(tmpdir(), "assay-target-"));
    ends.push(() => rmSync(cwd, { recursive: true, force: true }));
    target = targetOf(await startServe(cwd, args, {}, (end) => ends.unshift(end)));
  });
  afterAll(() => {
    for (const end of ends) end();
  });
  return () => {
    if (target === undefined) throw new Error("there is no target before the tests");
    return target;
  };
}

function targetOf(served: Served): Target {
  let count = 0;
  return {
    ...served,
    peak() {
      const status = readFileSync(`/proc/${served.child.pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
    },
    async isAlive() {
      count += 1;
      const answer = await fetch(`${served.otlp}/v1/traces`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: exportOf([spanOf(count)]),
      });
      await answer.arrayBuffer();
      return answer.status === 200 && served.child.exitCode === null;
    },
  };
}

/** A span that nobody else has. */
export function spanOf(place: number, more: object = {}): object {
  const spanId = place.toString(16).padStart(16, "0");
  return { traceId: `5b${spanId}`.padEnd(32, "0"), spanId, name: "chat", ...more };
}

export function exportOf(spans: readonly object[]): string {
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
}

/** What a raw socket is answered: the status of each answer, 0 where the connection ends without one. */
export function sendRaw(url: string, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.setEncoding("latin1").on("data", (text) => {
      answer += text;
      if (answer.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    for (const piece of pieces) socket.write(piece);
  });
}

/** Of an answer to `sendRaw`; 0 where there was none. */
export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}
