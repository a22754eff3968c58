import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { UserFacingError } from "../../core/errors.ts";
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    origin: `http://${name}:${given}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // streams of events would be waited for without end
        server.closeAllConnections();
      }),
  };
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const why = error.code === "EADDRINUSE" ? "something listens there already" : error.message;
  return new UserFacingError("server/cannot-listen", `Cannot listen on ${host}:${port}: ${why}.`, {
    hint: "Choose another with --port; 0 picks a free one.",
  });
}
