import { afterEach, expect, test } from "vitest";
import { aPlannedCase, eventsOf } from "../../tests/planned-cases.ts";
import { setLook } from "../core/async/look-first.ts";
import { verdictsTogether } from "./verdicts-together.ts";

afterEach(() => setLook(undefined));

/** What happens from here on, and each look before a verdict. */
function happenings(): string[] {
  const happened: string[] = [];
  setLook(({ beforeVerdict } = {}) => {
    if (beforeVerdict === true) happened.push("look");
    return undefined;
  });
  return happened;
}

test("conversations that end in the same moment get their verdicts after one look", async () => {
  const happened = happenings();
  const cases = Array.from({ length: 80 }, (_, at) => aPlannedCase(`c${at}`, ["hi"]));
  const events = await eventsOf(cases, { concurrency: 8 });
  expect(events.filter(({ type }) => type === "case-end")).toHaveLength(80);
  expect(happened.length).toBeGreaterThan(0);
  expect(happened.length).toBeLessThanOrEqual(40);
});

test("after one that waits for something, and may have called code of users, built-ins are looked at again", async () => {
  const happened = happenings();
  const verdicts = verdictsTogether({});
  const work =
    (name: string, waits = false) =>
    () => {
      happened.push(name);
      return waits ? Promise.resolve(name) : name;
    };
  const all = [
    verdicts(aPlannedCase("a", []), work("a", true)),
    verdicts(aPlannedCase("b", []), work("b")),
    verdicts(aPlannedCase("c", []), work("c")),
  ];
  expect(await Promise.all(all)).toEqual(["a", "b", "c"]);
  expect(happened).toEqual(["look", "a", "look", "b", "c"]);
});

test("each verdict is come to as part of its own conversation, and one that breaks spoils no other", async () => {
  let whose = "";
  const verdicts = verdictsTogether({
    around({ evalId }, work) {
      whose = evalId;
      return work();
    },
  });
  const a = verdicts(aPlannedCase("a", []), () => {
    throw new Error(`${whose} broke`);
  });
  const b = verdicts(aPlannedCase("b", []), () => whose);
  await expect(a).rejects.toThrow("a broke");
  expect(await b).toBe("b");
});
