import { createServer, type Server } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresCluster, postgresCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for the address of PostgreSQL; it is started when the first one does. */
    postgresDoor: number;
  }
}

const doorOfRun = "ASSAY_TEST_POSTGRES_DOOR";

/** One PostgreSQL for the whole test run, whichever of its projects ask. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const opened = process.env[doorOfRun];
  if (opened !== undefined) {
    project.provide("postgresDoor", Number(opened));
    return;
  }
  let starting: Promise<PostgresCluster> | undefined;
  const door = createServer((socket) => {
    socket.on("error", () => {});
    starting ??= postgresCluster();
    starting.then(
      ({ address }) => socket.end(JSON.stringify({ address })),
      (error) => socket.end(JSON.stringify({ problem: String(error) })),
    );
  });
  const port = await listen(door);
  process.env[doorOfRun] = `${port}`;
  project.provide("postgresDoor", port);
  return async () => {
    delete process.env[doorOfRun];
    door.close();
    await (await starting?.catch(() => undefined))?.stop();
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
