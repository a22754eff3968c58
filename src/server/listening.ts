import type { Server as HttpServer } from "node:http";
import type { Http2Server } from "node:http2";
import type { AddressInfo, Server } from "node:net";
import { UserFacingError } from "../core/errors.ts";

export interface ListenPlace {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** By which flag another port is chosen. */
  readonly option: string;
}

/** Where it listens then, such as `127.0.0.1:4318`. */
export async function listen(server: Server, { host, port, option }: ListenPlace): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, { host, port, option })));
    server.listen(port, host, resolve);
  });
  const { port: given } = server.address() as AddressInfo;
  return `${host.includes(":") ? `[${host}]` : host}:${given}`;
}

function cannotListen(
  error: NodeJS.ErrnoException,
  { host, port, option }: ListenPlace,
): UserFacingError {
  const isElsewhere = error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND";
  const why = isElsewhere
    ? "this machine has no such address"
    : error.code === "EADDRINUSE"
      ? "something listens there already"
      : error.message;
  return new UserFacingError("server/cannot-listen", `Cannot listen on ${host}:${port}: ${why}.`, {
    hint: isElsewhere
      ? "Choose another with --host: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it."
      : `Choose another with --${option}; 0 picks a free one.`,
  });
}

/** When it accepts nothing more and has answered what was begun. */
export function closing(server: HttpServer | Http2Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
