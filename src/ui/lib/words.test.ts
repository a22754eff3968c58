import { expect, test } from "vitest";
import { timeText } from "./words.ts";

test("a moment is told by as much of its date as is not today's", () => {
  const now = new Date(2026, 10, 20, 9, 30);
  const at = (...when: [number, number, number, number, number]) =>
    timeText(new Date(...when).toISOString(), now);

  expect(at(2026, 10, 20, 0, 5)).toBe("00:05");
  expect(at(2026, 10, 19, 23, 53)).toBe("19 Nov, 23:53");
  expect(at(2026, 9, 20, 9, 30)).toBe("20 Oct, 09:30");
  expect(at(2025, 10, 20, 9, 30)).toBe("20 Nov 2025, 09:30");
});
