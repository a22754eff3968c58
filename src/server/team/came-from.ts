import { BlockList, isIP } from "node:net";
import { UserFacingError } from "../../core/errors.ts";
import type { Came } from "./team.ts";

/**
 * Where a request came from: the address of the connection, unless that is a proxy that was named. Then the last one that
 * it or another named proxy was reached from; what stands before that anybody may have written.
 */
export function cameFrom(proxies: readonly string[]): (request: Came) => string {
  const trusted = new BlockList();
  for (const proxy of proxies) trust(trusted, proxy);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
  return ({ socket, headers }) => {
    const direct = plain(socket.remoteAddress ?? "");
    if (proxies.length === 0 || !isTrusted(direct)) return direct;
    const said = [headers["x-forwarded-for"] ?? []].flat().join(",").split(",").map(plain);
    const before = said.filter((address) => address !== "").reverse();
    const first = before.find((address) => !isTrusted(address));
    return first !== undefined && isIP(first) !== 0 ? first : direct;
  };
}

function trust(list: BlockList, proxy: string): void {
  const [address = "", prefix] = proxy.split("/");
  const kind = isIP(address) === 4 ? "ipv4" : "ipv6";
  try {
    if (isIP(address) === 0) throw new Error("no address");
    if (prefix === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(prefix), kind);
  } catch {
    throw new UserFacingError("cli/usage", `--trust_proxy "${proxy}" is no address.`, {
      hint: "Name the proxy before this server, such as 10.0.0.7 or 10.0.0.0/24.",
    });
  }
}

/** An address of version 4 that came by version 6 is the same one. */
function plain(address: string): string {
  return address.trim().replace(/^::ffff:(?=\d+\.)/i, "");
}
