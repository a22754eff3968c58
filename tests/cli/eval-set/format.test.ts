import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, project } from "../assay.ts";

test("formatting keeps comments and shorthand, and strict writes what ADK reads", async () => {
  const text = `{ "eval_set_id": "s", // by hand
"eval_cases": [ {"eval_id":"a","conversation":[{"user_content":"Hi","final_response":"Hello.",
  "intermediate_data":{"tool_uses":["look",]}}], "rubrics": ["Is polite"]} ] }`;
  const cwd = project({ "s.evalset.json": text });
  const read = (name = "s.evalset.json") => readFileSync(join(cwd, name), "utf8");
  const check = ["eval-set", "format", "s.evalset.json", "--check"];
  expect(await assay(check, { cwd })).toMatchObject({
    code: 2,
    stdout: "s.evalset.json is not formatted.\n",
  });
  expect((await assay(["eval-set", "format", "s.evalset.json"], { cwd })).code).toBe(0);
  expect(read()).toMatchInlineSnapshot(`
    "{
      "eval_set_id": "s", // by hand
      "eval_cases": [
        {
          "eval_id": "a",
          "conversation": [
            {
              "user_content": "Hi",
              "final_response": "Hello.",
              "intermediate_data": { "tool_uses": ["look"] }
            }
          ],
          "rubrics": ["Is polite"]
        }
      ]
    }
    "
  `);
  expect((await assay(check, { cwd })).code).toBe(0);
  const before = read();
  const strict = ["eval-set", "format", "s.evalset.json", "--strict"];
  expect((await assay([...strict, "-o", "adk.evalset.json"], { cwd })).code).toBe(0);
  expect(read()).toBe(before);
  expect(JSON.parse(read("adk.evalset.json"))).toEqual(
    JSON.parse((await assay([...strict, "-o", "-"], { cwd })).stdout),
  );
  const done = await assay(strict, { cwd });
  expect(done.stderr).toContain("1 comment was left out of s.evalset.json");
  expect(read()).toMatchInlineSnapshot(`
    "{
      "eval_set_id": "s",
      "eval_cases": [
        {
          "eval_id": "a",
          "conversation": [
            {
              "user_content": {
                "parts": [
                  {
                    "text": "Hi"
                  }
                ],
                "role": "user"
              },
              "final_response": {
                "parts": [
                  {
                    "text": "Hello."
                  }
                ],
                "role": "model"
              },
              "intermediate_data": {
                "tool_uses": [
                  {
                    "name": "look"
                  }
                ]
              }
            }
          ],
          "rubrics": [
            {
              "rubric_id": "Is polite",
              "rubric_content": {
                "text_property": "Is polite"
              }
            }
          ],
          "assay": {
            "names_only": {
              "0": [
                0
              ]
            }
          }
        }
      ]
    }
    "
  `);
  expect((await assay(["eval-set", "validate", "--adk", "s.evalset.json"], { cwd })).code).toBe(0);
});

test("--check writes nothing, also not where --output says", async () => {
  const cwd = project({ "s.evalset.json": '{"eval_set_id":"s","eval_cases":[]}' });
  const { code, stderr } = await assay(
    ["eval-set", "format", "s.evalset.json", "--check", "-o", "t.json"],
    { cwd },
  );
  expect(code).toBe(2);
  expect(stderr).toContain("--check writes nothing");
  expect(existsSync(join(cwd, "t.json"))).toBe(false);
});
