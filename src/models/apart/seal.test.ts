import { expect, test } from "vitest";
import { newKey, sealed, unsealed } from "./seal.ts";

const key = newKey();

test("what was sealed is taken from the direction that it came from", () => {
  expect(unsealed(key, "from the thread", sealed(key, "from the thread", "valid"))).toBe("valid");
});

test.each<[string, unknown]>([
  ["another text", { ...sealed(key, "from the thread", "invalid"), text: "valid" }],
  ["another key", sealed(newKey(), "from the thread", "valid")],
  ["our own words, sent back", sealed(key, "to the thread", "valid")],
  ["no seal", { text: "valid" }],
  ["nothing", null],
  ["a text that is another at every look", { text: ["valid"], seal: { toString: () => "" } }],
])("%s is not taken", (_, message) => {
  expect(unsealed(key, "from the thread", message)).toBe(undefined);
});
