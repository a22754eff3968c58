import { createHmac, timingSafeEqual } from "node:crypto";

/** What is made of a text with the secret of the file of users, which the database does not have. */
export function sealed(
  secret: Buffer,
  what: string,
  ...parts: readonly (string | number)[]
): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([what, ...parts]))
    .digest("base64url");
}

/** Takes as long for a near miss as for any other. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
