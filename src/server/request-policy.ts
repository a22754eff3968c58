import { createHash, timingSafeEqual } from "node:crypto";

/** Who may ask: pages of other sites in a user's browser reach loopback too, and must not. */
export interface RequestPolicy {
  /** Why a request is refused; undefined where it is not. `port` is the one it came in by. */
  refusal(request: RequestFacts, port: number): Refusal | undefined;
  /** Whether a page of this origin may read answers. */
  isAllowedOrigin(origin: string): boolean;
}

export interface RequestFacts {
  /** Every Host header, or the authority of HTTP/2. */
  readonly hosts: readonly string[];
  readonly origin?: string | undefined;
  /** `Sec-Fetch-Site`, which browsers set and pages cannot. */
  readonly fetchSite?: string | undefined;
  readonly authorization?: string | undefined;
}

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface PolicyOptions {
  /** Names beside those of loopback, with a port or without. */
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Where there is one, every request has to bring it. */
  readonly token?: string | undefined;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export function requestPolicy(options: PolicyOptions = {}): RequestPolicy {
  const { allowedHosts = [], allowedOrigins = [], token } = options;
  const names = allowedHosts.map((host) => host.toLowerCase());
  const isAllowedOrigin = (origin: string) => allowedOrigins.includes(origin);

  function isOurHost(host: string, port: number): boolean {
    const given = host.toLowerCase();
    // without a port a host is one of port 80, which only a proxy in between can mean
    return (
      LOOPBACK.some((name) => given === `${name}:${port}`) ||
      names.some((name) => given === name || given === `${name}:${port}`)
    );
  }
  function isOurOrigin(origin: string, port: number): boolean {
    if (isAllowedOrigin(origin)) return true;
    const host = /^https?:\/\/(.+)$/.exec(origin)?.[1];
    return host?.includes(":") === true && isOurHost(host, port);
  }
  return {
    isAllowedOrigin,
    refusal({ hosts, origin, fetchSite, authorization }, port) {
      const [host = ""] = hosts;
      if (hosts.length !== 1 || !isOurHost(host, port)) {
        return forbidden("The Host header names another server. Allow it with --allowed_host.");
      }
      if (origin !== undefined && !isOurOrigin(origin, port)) {
        return forbidden("Pages of other origins may not send. Allow one with --allow_origin.");
      }
      const isOurs = fetchSite === undefined || ["same-origin", "none"].includes(fetchSite);
      if (!isOurs && (origin === undefined || !isAllowedOrigin(origin))) {
        return forbidden("Pages of other sites may not send.");
      }
      if (token !== undefined && !isSame(authorization, `Bearer ${token}`)) {
        return { status: 401, message: "The token is missing or wrong: Authorization: Bearer …" };
      }
      return undefined;
    },
  };
}

function forbidden(message: string): Refusal {
  return { status: 403, message };
}

/** Takes as long for a near miss as for any other. */
function isSame(given = "", expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
