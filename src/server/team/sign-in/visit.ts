import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** What has to come back from a provider as it went there. */
export interface Visit {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** When it is too late to come back. */
  readonly until: number;
}

const KIND = "aes-256-gcm";

/** In a cookie, so that any server of several can go on; closed, so that nobody else reads or makes one. */
export function closeVisit(secret: Buffer, visit: Visit): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(KIND, keyOf(secret), iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(visit), "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

export function openVisit(secret: Buffer, closed: string): Visit | undefined {
  try {
    const bytes = Buffer.from(closed, "base64url");
    const decipher = createDecipheriv(KIND, keyOf(secret), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const body = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(body.toString("utf8")) as Visit;
  } catch {
    return undefined;
  }
}

function keyOf(secret: Buffer): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "visit", 32));
}
