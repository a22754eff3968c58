import { createServer, type Server } from "node:net";
import type { TestProject } from "vitest/node";
import { type PostgresCluster, postgresCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for the address of PostgreSQL; it is started when the first one does. */
    postgresDoor: number;
  }
}

/** One PostgreSQL for the whole test run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let starting: Promise<PostgresCluster> | undefined;
  const door = createServer((socket) => {
    socket.on("error", () => {});
    starting ??= postgresCluster();
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

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}
