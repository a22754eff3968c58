import { cpSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installExample, installFolder } from "../install-example.ts";
import { openWorkshop, type Workshop } from "./runner-project.ts";

const fixtures = resolve(import.meta.dirname, "fixtures");
let workshop: Workshop;
beforeAll(async () => {
  const desk = await installExample("ai-sdk-support-desk");
  const jest = await installFolder(join(fixtures, "jest"));
  workshop = await openWorkshop({ packagesOf: [desk, jest] });
}, 600_000);
afterAll(() => workshop?.remove());

/** The example with the test file of another runner instead of its own. */
function homeAutomation(fixture: "node-test" | "jest"): string {
  const cwd = workshop.copyOf("examples/home-automation");
  rmSync(join(cwd, "home-automation.test.ts"));
  for (const name of ["home-automation.test.js", ...(fixture === "jest" ? ["package.json"] : [])]) {
    cpSync(join(fixtures, fixture, name), join(cwd, name));
  }
  return cwd;
}

const runsOf = (cwd: string) => workshop.run(cwd, "assay/bin/assay.js", ["runs"]);

test("home automation passes in Vitest, with its matchers", async () => {
  const cwd = workshop.copyOf("examples/home-automation");
  const { code, output } = await workshop.run(cwd, "vitest/vitest.mjs", ["run"]);
  expect(output).toContain("Tests  10 passed (10)");
  expect(code).toBe(0);
  expect((await runsOf(cwd)).output).toMatch(/5 passed[\s\S]*4 passed/);
});

test("home automation passes in node:test", async () => {
  const cwd = homeAutomation("node-test");
  const { code, output } = await workshop.run(cwd, "--test", ["home-automation.test.js"]);
  expect(output).toMatch(/pass 9/);
  expect(code).toBe(0);
});

test("home automation passes in Jest", async () => {
  const cwd = homeAutomation("jest");
  const jest = ["../node_modules/jest/bin/jest.js"];
  const { code, output } = await workshop.run(cwd, "--experimental-vm-modules", jest);
  expect(output).toContain("Tests:       9 passed, 9 total");
  expect(code).toBe(0);
});

test("the support desk on the AI SDK passes in Vitest, also three times over", async () => {
  const cwd = workshop.copyOf("examples/ai-sdk-support-desk");
  const { code, output } = await workshop.run(cwd, "vitest/vitest.mjs", ["run"]);
  expect(output).toContain("Tests  14 passed (14)");
  expect(code).toBe(0);
});
