import { describe, expect, test } from "vitest";
import { textContent } from "../content.ts";
import type { Invocation } from "../invocation.ts";
import { caseOfDraft, draftTurns, matchersOf } from "./draft-case.ts";
import { inferMatcher } from "./infer-matcher.ts";

const nothing = { said: "", answered: "" };

describe("an argument", () => {
  test.for([
    ["2026-11-15T15:42Z", "looks like a timestamp"],
    ["2026-11-14", "looks like a date"],
    ["6f1c9c1e-1a7e-4b62-9e7b-0c1c5a3e9d11", "looks like an id"],
    ["someone@example.com", "e-mail address"],
    ["[secret API_KEY #1f3a5c]", "a secret, removed"],
  ])("like %s is not compared", ([value, why]) => {
    expect(inferMatcher(value, nothing)).toEqual({ matcher: { ignore: true }, why });
  });

  test("that is free text is compared by its meaning", () => {
    expect(inferMatcher("The left side crackles", nothing)).toEqual({
      matcher: { semantic: true },
      why: "free text",
    });
  });

  test("that the user said is compared as it is, whatever it looks like", () => {
    const said = "Move my flight to 2026-11-14, order A-1042, 3 bags";
    for (const value of ["2026-11-14", "a-1042", 3]) {
      expect(inferMatcher(value, { said, answered: "" })).toEqual({ why: "the user said it" });
    }
    expect(inferMatcher(10, { said, answered: "" }).why).toBe("number");
  });

  test("that is an id keeps its prefix, unless a tool gave it", () => {
    expect(inferMatcher("pay_8Q2LtZ", nothing).matcher).toEqual({ regex: "^pay_\\w+$" });
    const answered = '{"id":"pay_8Q2LtZ"}';
    expect(inferMatcher("pay_8Q2LtZ", { said: "", answered }).matcher).toEqual({ ignore: true });
  });
});

function turn(user: string, steps: readonly [string, object, object?][]): Invocation {
  const content = (part: object) => ({ author: "agent", content: { parts: [part] } });
  return {
    invocationId: user,
    userContent: textContent("user", user),
    finalResponse: textContent("model", "Done."),
    creationTimestamp: 0,
    intermediateData: {
      invocationEvents: steps.flatMap(([name, args, response], at) => [
        content({ functionCall: { id: `${at}`, name, args } }),
        content({ functionResponse: { id: `${at}`, name, response: response ?? {} } }),
      ]),
    },
  } as Invocation;
}

describe("a conversation that becomes a case", () => {
  const turns = draftTurns([
    turn("Refund order 17", [
      ["get_rate", { at: "2026-11-14" }, { error: "503" }],
      ["get_rate", { at: "2026-11-14" }],
      ["refund", { order: "17", cents: 1200 }],
    ]),
  ]);

  test("leaves out a call that failed and was made again, and says why", () => {
    expect(turns[0]?.steps.map(({ tool, isKept, why }) => [tool, isKept, why])).toEqual([
      ["get_rate", false, "it failed (503) and was made again"],
      ["get_rate", true, undefined],
      ["refund", true, undefined],
    ]);
  });

  test("is written in the form of a file", () => {
    const options = { evalId: "refund", tags: ["money"], state: { a: 1 }, matchType: undefined };
    expect(caseOfDraft(turns, options)).toEqual({
      eval_id: "refund",
      conversation: [
        {
          user_content: { role: "user", parts: [{ text: "Refund order 17" }] },
          final_response: { role: "model", parts: [{ text: "Done." }] },
          intermediate_data: {
            tool_uses: [
              { name: "get_rate", args: { at: "2026-11-14" } },
              { name: "refund", args: { order: "17", cents: 1200 } },
            ],
          },
        },
      ],
      session_input: { state: { a: 1 } },
      assay: { tags: ["money"], args: { get_rate: { at: { ignore: true } } } },
    });
  });

  test("compares an argument of several calls in one way, and no stricter than one of them bears", () => {
    const two = draftTurns([
      turn("Tell Ann", [
        ["send", { to: "Ann", text: "ok" }],
        ["send", { to: "pay_8Q2LtZ", text: "It is on its way" }],
      ]),
    ]);
    expect(matchersOf(two)).toEqual({ send: { text: { semantic: true } } });
  });
});

const keys = [
  "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789",
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  "AKIAABCDEFGHIJKLMNOP",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl",
];

test.for(keys)("nothing that looks like %s comes into a case, wherever it was said", (key) => {
  const turns = draftTurns([
    turn(`My key is ${key}, ok?`, [["login", { key, deep: { header: [`Bearer ${key}`] } }]]),
  ]);
  const options = { evalId: "login", tags: [], state: { key }, matchType: undefined };
  const written = JSON.stringify(caseOfDraft(turns, options));
  expect(written).not.toContain(key);
  expect(written).toContain("My key is [secret removed], ok?");
  expect(matchersOf(turns).login?.key).toEqual({ ignore: true });
});

test("words, ids and numbers are no secrets", () => {
  const said =
    "Order A-1042, sk-ip this, pay_8Q2LtZ, 6f1c9c1e-1a7e-4b62-9e7b-0c1c5a3e9d11, Bearer bonds";
  expect(draftTurns([turn(said, [])])[0]?.user).toBe(said);
});
