import { expect, test } from "vitest";
import { assay } from "../assay.ts";
import { desk, two } from "./desk.ts";

const nearer = { "agents/desk/test_config.json": { criteria: { response_match_score: 0.9 } } };

test.each([
  [
    { criteria: { response_mach_score: 1 } },
    /assay\.config\.json:\d+:\d+\n +There is no metric "response_mach_score"/,
  ],
  [
    { config: "nope.json" },
    /assay\.config\.json:\d+:\d+\n +Cannot read the config nope\.json\.\n +Check the path; it is relative to the folder of the project config\./,
  ],
  [{ config: { criteria: { response_match_score: "1" } } }, /response_match_score is "1"/],
])("a mistake in %j is told where every set has a nearer config, too", async (said, told) => {
  const cwd = desk({ agents: "agents/desk", ...said }, nearer);
  const { code, stdout, stderr } = await assay(["eval"], { cwd });
  expect(stderr).toMatch(told);
  expect(stdout).not.toContain("passed");
  expect(code).toBe(2);
});

test("the nearer config counts where the project's is right", async () => {
  const project = { agents: "agents/desk", criteria: { response_match_score: 0.1 } };
  const { code, stdout } = await assay(["eval"], { cwd: desk(project, nearer) });
  expect(stdout).toContain("response ≥ 0.9");
  expect(code).toBe(0);
});

test("of two project configs in one folder one is read, and the other is named", async () => {
  const cwd = desk(
    { agents: "agents/desk", criteria: { response_match_score: 0.3 } },
    {
      "assay.config.mjs":
        'export default { agents: "agents/desk", criteria: { response_match_score: 0.2 } };',
    },
  );
  const { stdout, stderr } = await assay(["eval"], { cwd });
  expect(stdout).toContain("response ≥ 0.2");
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "assay.config.mjs is read; assay.config.json beside it says nothing.",
  );
});

test("a misspelt name of an agent is guessed, and the others are named", async () => {
  const cwd = desk({ agents: ["agents/desk", "agents/other"] }, two);
  const { code, stderr } = await assay(["eval", "dsek"], { cwd });
  expect(stderr).toMatch(
    /There is no agent "dsek"\.\n +Did you mean desk, of assay.config.json\? It names desk, other/,
  );
  expect(code).toBe(2);
});
