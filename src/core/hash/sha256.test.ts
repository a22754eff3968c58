import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256 } from "./sha256.ts";

test("gives what Node's own gives, whatever the text and its length", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ minLength: 50, maxLength: 200 }),
  );
  fc.assert(
    fc.property(text, (given) => {
      expect(sha256(given)).toBe(createHash("sha256").update(given, "utf8").digest("hex"));
    }),
  );
});
