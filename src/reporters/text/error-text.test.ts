import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { errorFromProblems, UserFacingError } from "../../core/errors.ts";
import { bugText, errorText } from "./error-text.ts";

const plain = { colour: false, columns: 80 };

test("a mistake in a file is reported with its place, what to do and the lines around it", () => {
  const error = new UserFacingError(
    "eval-set/invalid",
    'eval_cases[2].conversation[0] has no key "user_contnt".',
    {
      hint: 'Did you mean "user_content"?',
      place: {
        file: "smoke.evalset.json",
        line: 14,
        column: 9,
        excerpt:
          '   13 |       {\n   14 |         "user_contnt": {}\n      |         ^^^^^^^^^^^^^',
      },
    },
  );
  expect(errorText(error, plain)).toMatchInlineSnapshot(`
    "error  smoke.evalset.json:14:9
           eval_cases[2].conversation[0] has no key "user_contnt".
           Did you mean "user_content"?

       13 |       {
       14 |         "user_contnt": {}
          |         ^^^^^^^^^^^^^
    "
  `);
});

test("long messages wrap under themselves", () => {
  const error = new UserFacingError(
    "metric/cannot-run",
    "GOOGLE_API_KEY is not set, and final_response_match_v2 asks gemini-2.5-flash.",
    {
      hint: "Set it, or choose another judge:  --judge_model openai/gpt-5-mini\nNo agent was called.",
    },
  );
  expect(errorText(error, plain)).toMatchInlineSnapshot(`
    "error  GOOGLE_API_KEY is not set, and final_response_match_v2 asks
           gemini-2.5-flash.
           Set it, or choose another judge:  --judge_model openai/gpt-5-mini
           No agent was called.
    "
  `);
});

test("of many mistakes the first five are reported", () => {
  const problems = Array.from({ length: 8 }, (_, at) => ({
    message: `Mistake ${at + 1}.`,
    place: { file: "a.json", line: at + 1, column: 1 },
  }));
  expect(errorText(errorFromProblems("config/invalid", problems), plain)).toMatchInlineSnapshot(`
    "error  a.json:1:1
           Mistake 1.

    error  a.json:2:1
           Mistake 2.

    error  a.json:3:1
           Mistake 3.

    error  a.json:4:1
           Mistake 4.

    error  a.json:5:1
           Mistake 5.

           and 3 more
    "
  `);
});

test("controls in file names and messages are shown, not obeyed", () => {
  const error = new UserFacingError("file/unreadable", "Cannot read \x1b]0;owned\x07\u202ename.");
  expect(errorText(error, plain)).toBe("error  Cannot read \\x1b]0;owned\\x07\\u202ename.\n");
});

test("colour only adds to what is written", () => {
  const error = new UserFacingError("cli/usage", "Unknown option.", { hint: "See --help." });
  const coloured = errorText(error, { colour: true, columns: 80 });
  expect(coloured.startsWith("\x1b[31merror\x1b[39m  Unknown option.")).toBe(true);
  expect(stripVTControlCharacters(coloured)).toBe(errorText(error, plain));
});

test("our own bug names the file to report it with", () => {
  const text = bugText(new TypeError("Cannot read properties of undefined (reading 'parts')"), {
    ...plain,
    doing: 'Scoring response_match_score for case "night_mode"',
    file: ".assay/crash-4c1e.txt",
  });
  expect(text).toMatchInlineSnapshot(`
    "bug    Scoring response_match_score for case "night_mode" threw:
           Cannot read properties of undefined (reading 'parts')
           Please report it with this file:
           .assay/crash-4c1e.txt
    "
  `);
});

test("our own bug without a file shows its stack", () => {
  const error = new Error("lost");
  error.stack = "Error: lost\n    at run (run.ts:1:2)";
  expect(bugText(error, plain)).toMatchInlineSnapshot(`
    "bug    lost
           Please report it with this:
           Error: lost
               at run (run.ts:1:2)
    "
  `);
});
