import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import { listen } from "../listening.ts";
import { type WebAppOptions, webApp } from "./web-app.ts";

export interface ServeWebOptions extends WebAppOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
}

export interface RunningWeb {
  /** Where it listens, such as `http://127.0.0.1:8123`. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Listens for browsers and programs. */
export async function serveWeb({ host, port, ...options }: ServeWebOptions): Promise<RunningWeb> {
  const app = webApp(options);
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { maxHeaderSize: 16 * 1024, requestTimeout: 60_000 },
  }) as Server;
  const address = await listen(server, { host, port, option: "port" });
  return {
    origin: `http://${address}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // streams of events would be waited for without end
        server.closeAllConnections();
      }),
  };
}
