import { expect, test } from "vitest";
import { nameAndMessage } from "./explain-load-error.ts";

test("an error is its first line, without the colours that some libraries write into it", () => {
  const error = new TypeError("\x1b[1m\x1b[31mNo key.\x1b[0m\n\nSet one.");
  expect(nameAndMessage(error)).toBe("TypeError: No key.");
});
