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
  /** Set where a proxy brings TLS: pages of the allowed hosts then come by https, and by nothing else. */
  readonly behindTls?: boolean | undefined;
}

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export function requestPolicy(options: PolicyOptions = {}): RequestPolicy {
  const { allowedHosts = [], allowedOrigins = [], token, behindTls = false } = options;
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
    const [, scheme, host = ""] = /^(https?):\/\/(.+)$/.exec(origin) ?? [];
    if (behindTls && !LOOPBACK.some((name) => host.startsWith(name))) {
      return scheme === "https" && isOurHost(host, port);
    }
    return host.includes(":") && isOurHost(host, port);
  }
  function foreignWords(origin: string, port: number): string {
    const isInClear = behindTls && isOurOrigin(origin.replace(/^http:/, "https:"), port);
    return isInClear
      ? "By this name people come with https only: a proxy with TLS stands before the server."
      : "Pages of other origins may not send. Allow one with --allow_origin.";
  }
  return {
    isAllowedOrigin,
    refusal({ hosts, origin, fetchSite, authorization }, port) {
      const [host = ""] = hosts;
      if (hosts.length !== 1 || !isOurHost(host, port)) {
        return forbidden("The Host header names another server. Allow it with --allowed_host.");
      }
      if (origin !== undefined && !isOurOrigin(origin, port)) {
        return forbidden(foreignWords(origin, port));
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
