import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** Who has been let in: by the link that the terminal printed, or by the cookie that it was exchanged for. */
export interface Access {
  /** A link's token, valid once for a cookie, and as a bearer until the server ends. */
  newToken(): string;
  /** The cookie for a token that nobody has exchanged yet; undefined for any other. */
  exchange(token: string): string | undefined;
  /** Whether an `Authorization` header brings a token of this server. */
  isBearer(authorization: string | undefined): boolean;
  /** Whether a cookie is one of ours, and not too old. */
  isCookie(value: string | undefined): boolean;
}

export interface AccessOptions {
  /** Kept in the workspace, so that an open page goes on after a restart. */
  readonly secret: Buffer;
  readonly now?: (() => number) | undefined;
}

/** Cookies end after a month without a new link. */
export const COOKIE_SECONDS = 30 * 24 * 60 * 60;

export function access({ secret, now = Date.now }: AccessOptions): Access {
  /** By token: whether it may still be exchanged. */
  const tokens = new Map<string, boolean>();

  function known(given: string): string | undefined {
    // every one is compared, so that time tells nothing
    let found: string | undefined;
    for (const token of tokens.keys()) if (isSame(given, token)) found = token;
    return found;
  }
  function sign(content: string): string {
    return createHmac("sha256", secret).update(content).digest("base64url");
  }
  return {
    newToken() {
      const token = randomBytes(32).toString("base64url");
      tokens.set(token, true);
      return token;
    },
    exchange(given) {
      const token = known(given);
      if (token === undefined || tokens.get(token) !== true) return undefined;
      tokens.set(token, false);
      const content = `${Math.floor(now() / 1000)}.${randomBytes(16).toString("base64url")}`;
      return `${content}.${sign(content)}`;
    },
    isBearer(authorization) {
      const given = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
      return given !== undefined && known(given) !== undefined;
    },
    isCookie(value) {
      const [, content, since, signature] = /^((\d+)\.[\w-]+)\.([\w-]+)$/.exec(value ?? "") ?? [];
      if (content === undefined || signature === undefined) return false;
      const age = now() / 1000 - Number(since);
      return isSame(signature, sign(content)) && age < COOKIE_SECONDS && age > -60;
    },
  };
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
