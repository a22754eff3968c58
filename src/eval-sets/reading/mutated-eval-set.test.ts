import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isUserFacingError, type UserFacingError } from "../../core/errors.ts";
import { openEvalSet } from "../eval-set-source.ts";
import { writeEvalSet } from "../write-eval-set.ts";
import { readEvalSet } from "./read-eval-set.ts";

const valid = JSON.stringify(
  {
    eval_set_id: "booking_smoke",
    name: "Booking smoke tests",
    eval_cases: [
      {
        eval_id: "find_room",
        conversation: [
          {
            invocation_id: "t1",
            user_content: { role: "user", parts: [{ text: "Any room for two tonight?" }] },
            intermediate_data: {
              tool_uses: [{ name: "search_rooms", args: { guests: 2, ref: 1234567890123456 } }],
              intermediate_responses: [["search_agent", [{ text: "Looking." }]]],
            },
            final_response: { role: "model", parts: [{ text: "Yes, a “double” one." }] },
          },
        ],
        session_input: { app_name: "booking", user_id: "u1", state: { currency: "EUR" } },
        rubrics: [{ rubric_id: "polite", rubric_content: { text_property: "It is polite." } }],
        assay: { tags: ["smoke"], args: { search_rooms: { ref: { regex: "^B-\\d+$" } } } },
      },
      {
        eval_id: "cancel",
        conversation_scenario: {
          starting_prompt: "I want to cancel.",
          conversation_plan: "Cancel booking B-7.",
          user_persona: "NOVICE",
        },
      },
    ],
  },
  null,
  2,
);

/** A small random generator, so that every run sees the same mutations. */
function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) | 0;
    return (state >>> 0) % below;
  };
}

const scraps = [
  "{",
  "}",
  "[",
  "]",
  '"',
  ",",
  ":",
  "\\",
  "null",
  "true",
  "0",
  "-",
  "1e999",
  "NaN",
  "\n",
  "//",
  "/*",
  "#",
  "\u0000",
  "\ud800",
  "é",
  "“",
  '"x":1,',
  "é".repeat(99),
];

function mutated(seed: number): string {
  const random = seeded(seed);
  let text = valid;
  for (let change = 0; change <= random(2); change += 1) {
    const at = random(text.length);
    const length = random(4) === 0 ? random(40) : random(3);
    const scrap = random(3) === 0 ? "" : (scraps[random(scraps.length)] ?? "");
    text = text.slice(0, at) + scrap + text.slice(at + length);
  }
  return random(10) === 0 ? text.slice(0, random(text.length)) : text;
}

function refusalOf(text: string): UserFacingError | undefined {
  try {
    const { evalSet } = readEvalSet(text);
    expect(readEvalSet(writeEvalSet(evalSet)).evalSet).toEqual(evalSet);
    return undefined;
  } catch (error) {
    if (isUserFacingError(error)) return error;
    throw error;
  }
}

test("the set itself is read", () => {
  expect(refusalOf(valid)).toBeUndefined();
});

test("200 mutations of a set never crash the reader, and every refusal says where and what", () => {
  let refused = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const error = refusalOf(mutated(seed));
    if (error === undefined) continue;
    refused += 1;
    for (const { message, place, hint } of [error, ...error.others]) {
      expect(place?.line, message).toBeGreaterThan(0);
      expect(place?.column, message).toBeGreaterThan(0);
      expect(place?.excerpt, message).toMatch(/\|\s+\^+$/);
      expect(hint !== undefined || / expected\.$/.test(message), message).toBe(true);
    }
  }
  expect(refused).toBeGreaterThan(100);
});

test("streaming refuses the same mutations, with a place as well", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "assay-mutated-")), "s.json");
  for (let seed = 1; seed <= 200; seed += 1) {
    writeFileSync(path, mutated(seed).toWellFormed());
    const whole = await openEvalSet(path).catch((error) => error);
    const streamed = await openEvalSet(path, { streamFrom: 0 }).catch((error) => error);
    expect(streamed instanceof Error, `seed ${seed}`).toBe(whole instanceof Error);
    if (!(whole instanceof Error)) {
      expect(streamed.caseIds).toEqual(whole.caseIds);
      continue;
    }
    expect(isUserFacingError(streamed), `seed ${seed}: ${streamed.stack}`).toBe(true);
    expect(streamed.place.line, `seed ${seed}: ${whole.message}`).toBeGreaterThan(0);
  }
});
