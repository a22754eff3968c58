import { expect, test } from "vitest";
import { withDeadline } from "./deadline.ts";

const soon = { milliseconds: 5, waitingFor: "somebody" };

test("what is there at once is handed on as it is", () => {
  const answer = { state: 1 };
  expect(withDeadline(() => answer, soon)).toBe(answer);
  expect(withDeadline(() => undefined, soon)).toBe(undefined);
});

test("work that never ends is late, be it a promise or just something that can be awaited", async () => {
  // biome-ignore lint/suspicious/noThenProperty: agents return such things
  const thenable = { then() {} } as unknown as Promise<string>;
  for (const never of [new Promise<string>(() => {}), thenable]) {
    await expect(withDeadline(() => never, soon)).rejects.toThrow("Waited 0.01 s for somebody.");
  }
});

test("what can be awaited brings what it resolves to", async () => {
  // biome-ignore lint/suspicious/noThenProperty: agents return such things
  const thenable = { then: (done: (value: string) => void) => done("here") };
  const work = () => thenable as unknown as Promise<string>;
  expect(await withDeadline(work, { ...soon, milliseconds: 60_000 })).toBe("here");
});
