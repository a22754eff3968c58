import { expect, test } from "vitest";
import { setSentence } from "./set-sentence.ts";

type Given = Parameters<typeof setSentence>[0];

test("of a set whose runs were cut off it is not said that it was never run", () => {
  const cases = [{}] as unknown as Given["cases"];
  expect(setSentence({ cases, problems: [], runs: [] })[0]).toBe("No run of it has ended yet.");
});
