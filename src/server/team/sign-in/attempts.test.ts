import { expect, test } from "vitest";
import { attempts } from "./attempts.ts";

function guessing() {
  let now = 0;
  const all = attempts(() => now);
  return {
    ...all,
    wait: all.wait,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    guess(user: string, address: string, times: number) {
      for (let time = 0; time < times; time += 1) all.failed({ user, address });
    },
  };
}

test("after five the rest doubles, up to a quarter of an hour, and is forgotten after an hour", () => {
  const { guess, wait, pass } = guessing();
  const anna = { user: "anna", address: "1.1.1.1" };
  guess("anna", "1.1.1.1", 4);
  expect(wait(anna)).toBe(0);
  const rests = Array.from({ length: 12 }, () => {
    guess("anna", "1.1.1.1", 1);
    return wait(anna) / 1000;
  });
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  pass(61 * 60_000);
  guess("anna", "1.1.1.1", 1);
  expect(wait(anna)).toBe(0);
});

test("an address that tries many names rests; other addresses do not", () => {
  const { guess, wait } = guessing();
  for (let name = 0; name < 20; name += 1) guess(`name ${name}`, "6.6.6.6", 1);
  expect(wait({ user: "anna", address: "6.6.6.6" })).toBeGreaterThan(0);
  expect(wait({ user: "anna", address: "1.1.1.1" })).toBe(0);
});

test("a name that is guessed from everywhere rests, but not where its owner has come from", () => {
  const { guess, wait, failed, succeeded } = guessing();
  const owner = { user: "anna", address: "1.1.1.1" };
  failed(owner);
  succeeded(owner);
  for (let at = 0; at < 100; at += 1) guess("anna", `7.7.7.${at}`, 1);
  expect(wait({ user: "anna", address: "8.8.8.8" })).toBeGreaterThan(0);
  expect(wait(owner)).toBe(0);
  expect(wait({ user: "ben", address: "8.8.8.8" })).toBe(0);
});

test("who signs in rightly again and again never rests", () => {
  const { wait, failed, succeeded } = guessing();
  const ci = { user: "ci", address: "1.1.1.1" };
  for (let time = 0; time < 500; time += 1) {
    expect(wait(ci)).toBe(0);
    failed(ci);
    succeeded(ci);
  }
});
