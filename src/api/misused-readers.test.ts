import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  defineEvalSet,
  evaluate,
  readConfig,
  readEvalSet,
  validateEvalSet,
  writeEvalSet,
} from "../index.ts";
import { createReporter } from "../reporters/index.ts";

test.each<readonly [string, unknown, readonly unknown[], string]>([
  ["readEvalSet", readEvalSet, [], "The text is missing; JSON text was expected."],
  ["readEvalSet", readEvalSet, [5], "The text is of type number; JSON text was expected."],
  ["validateEvalSet", validateEvalSet, [{}], "The text is of type object; JSON text was expected."],
  ["readConfig", readConfig, [5, { file: "a.json" }], "a.json is of type number; JSON text"],
  ["defineEvalSet", defineEvalSet, [], "the eval set is missing; JSON text was expected."],
  ["writeEvalSet", writeEvalSet, [], "writeEvalSet was given nothing; an eval set was expected."],
  ["writeEvalSet", writeEvalSet, ["a.json"], 'writeEvalSet was given "a.json"; an eval set'],
])("%s of what is none says so", (_, read, given, message) => {
  expect(() => (read as (...all: readonly unknown[]) => unknown)(...given)).toThrow(
    expect.objectContaining({
      code: expect.stringMatching(/\/invalid$/),
      message: expect.stringContaining(message),
      hint: expect.any(String),
    }),
  );
});

const evalSet = {
  eval_set_id: "s",
  eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi", final_response: "hi" }] }],
};

test("writeEvalSet refuses a misspelt option: what is expected to be empty would be left out", () => {
  const set = readEvalSet(JSON.stringify(evalSet)).evalSet;
  expect(() => writeEvalSet(set, { keepEmty: true } as never)).toThrow(
    expect.objectContaining({
      code: "cli/usage",
      message: 'writeEvalSet has no option "keepEmty".',
      hint: "There is keepEmpty.",
    }),
  );
  expect(writeEvalSet(set, { keepEmpty: true })).toContain('"eval_id": "a"');
});

test("a reporter without any hook is refused: a misspelt one would hear nothing", async () => {
  const reporters = [{ onCase() {} }, { onend() {} }] as never;
  await expect(
    evaluate((text: string) => text, evalSet, { reporters, store: "memory" }),
  ).rejects.toMatchObject({
    code: "cli/usage",
    message: "reporters[1] has none of the hooks of a reporter.",
  });
});

test("a case that a set in the program does not have is answered with those it has", async () => {
  await expect(
    evaluate((text: string) => text, evalSet, { cases: ["zz"], store: "memory" }),
  ).rejects.toMatchObject({
    code: "eval-set/unknown-case",
    hint: "The cases of s are a.",
  });
});

test("a reporter whose promise was not awaited is refused with what to write", async () => {
  const reporters = [createReporter("junit")] as never;
  await expect(
    evaluate((text: string) => text, evalSet, { reporters, store: "memory" }),
  ).rejects.toMatchObject({
    hint: 'It is a promise. Write  await createReporter("junit=report.xml")',
  });
});

test("a report is written to a file that a program names, and to nothing else", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "assay-")), "report.xml");
  await evaluate((text: string) => text, evalSet, {
    reporters: [await createReporter(`junit=${file}`)],
    store: "memory",
  });
  expect(await readFile(file, "utf8")).toContain('<testcase name="a" classname="s"');
});

test.each(["named", undefined])(
  "an agent that was handed over (%s) is not closed",
  async (name) => {
    let closed = 0;
    const agent = {
      ...(name === undefined ? {} : { name }),
      start: () => ({ send: async ({ text }: { text: string }) => text }),
      dispose: async () => {
        closed += 1;
      },
    };
    const run = await evaluate(agent, evalSet, { store: "memory" });
    expect(run.status).toBe("passed");
    expect(closed).toBe(0);
  },
);
