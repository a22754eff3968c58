import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installFolder } from "../install-example.ts";
import { openWorkshop, type Workshop } from "./runner-project.ts";

let workshop: Workshop;
beforeAll(async () => {
  const installed = await installFolder(resolve(import.meta.dirname, "fixtures/jest"));
  workshop = await openWorkshop({ packagesOf: [installed] });
}, 600_000);
afterAll(() => workshop?.remove());

test("Jest fails a test that forgets to await, and no other", async () => {
  const cwd = workshop.project({
    "package.json": { type: "module", jest: { transform: {} } },
    "forgets.test.js": `
      import { evaluate } from "assay";
      const evalSet = { eval_cases: [{ eval_id: "a", conversation: [{ user_content: "hi", final_response: "hi" }] }] };
      const slow = (text) => new Promise((resolve) => setTimeout(resolve, 300, text));
      const options = { criteria: { response_match_score: 1 }, store: "memory" };
      test("forgets", () => { evaluate(slow, evalSet, options); });
      test("awaits", async () => { expect((await evaluate(slow, evalSet, options)).passed).toBe(true); });
    `,
  });
  const args = ["../node_modules/jest/bin/jest.js", "--verbose"];
  const { code, output } = await workshop.run(cwd, "--experimental-vm-modules", args);
  expect(output).toMatch(/✕ forgets/);
  expect(output).toMatch(/✓ awaits/);
  expect(output).toContain("evaluate(…) was called and its result was never awaited");
  expect(code).toBe(1);
}, 120_000);
