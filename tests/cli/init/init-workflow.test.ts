import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workflowText, workflowWith } from "../../../src/cli/init/init-workflow.ts";
import { assay, project } from "../assay.ts";
import { agent, house, read } from "./house.ts";

test("a second agent joins the workflow, once", async () => {
  const cwd = project({ ...house, "agents/desk/agent.js": agent });
  await assay(["init", "agents/house", "--yes"], { cwd });
  const { stdout } = await assay(["init", "agents/desk", "--yes"], { cwd });
  expect(stdout).toContain("extended  .github/workflows/assay.yml by agents/desk");
  const both = read(cwd, ".github/workflows/assay.yml");
  expect(both).toMatchInlineSnapshot(`
    "name: evals
    on: [push, pull_request]

    jobs:
      evals:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v5
          - uses: actions/setup-node@v5
            with:
              node-version: 24
          - run: npm ci
          # a key of your model goes into env, from the secrets of the repository
          - run: npx assay eval agents/house --print_detailed_results --reporter github --reporter junit=evals.xml
          - if: \${{ !cancelled() }}
            run: npx assay eval agents/desk --print_detailed_results --reporter github --reporter junit=evals-agents-desk.xml
          - if: always()
            uses: actions/upload-artifact@v5
            with:
              name: evals
              path: "**/evals*.xml"
    "
  `);
  const again = await assay(["init", "agents/desk", "--yes"], { cwd });
  expect(again.stdout).toContain("kept      .github/workflows/assay.yml");
  expect(read(cwd, ".github/workflows/assay.yml")).toBe(both);
});

test("the guide shows the workflow that is written", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/guide/ci.md"), "utf8");
  expect(page).toContain(workflowText({ agent: "my_agent", workingDirectory: "." }));
});

test("an agent of another package is installed and run where it is", () => {
  const first = workflowText({ agent: "a", workingDirectory: "packages/one" });
  const there = { agent: "a", workingDirectory: "packages/two" };
  const whole = workflowWith(first, there) ?? "";
  expect(whole).toContain('      - run: npm ci\n        working-directory: "packages/two"\n');
  expect(workflowWith(whole, there)).toBe("there");
  const third = workflowWith(whole, { agent: "b", workingDirectory: "packages/two" }) ?? "";
  expect(third.match(/npm ci/g)).toHaveLength(2);
  expect(third.indexOf("eval b")).toBeGreaterThan(third.lastIndexOf("eval a"));
  expect(third.indexOf("if: always()")).toBeGreaterThan(third.indexOf("eval b"));
  expect(workflowWith("name: mine\non: push\n", there)).toBeUndefined();
});
