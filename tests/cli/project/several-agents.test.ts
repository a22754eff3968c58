import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../assay.ts";
import { desk, two } from "./desk.ts";

test("several agents are run one after the other, and the worst of them decides", async () => {
  const agents = { other: "agents/other", desk: { path: "agents/desk" } };
  const cwd = desk({ agents, criteria: { response_match_score: 0.9 } }, two);
  const { code, stdout } = await assay(["eval"], { cwd });
  expect(stdout).toContain("other · 1 case");
  expect(stdout).toContain("desk · 1 case");
  expect(code).toBe(1);
  const one = await assay(["eval", "desk"], { cwd });
  expect(one.stdout).not.toContain("other · 1 case");
  expect(one.code).toBe(0);
});

test("reports of several agents need places of their own", async () => {
  const agents = ["agents/other", "agents/desk"];
  const cwd = desk({ agents, reporters: ["json=out.json"] }, two);
  const refused = await assay(["eval"], { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("[name]");
  await assay(["eval", "--reporter", "json=out-[name].json"], { cwd });
  expect(existsSync(join(cwd, "out-desk.json"))).toBe(true);
  expect(existsSync(join(cwd, "out-other.json"))).toBe(true);
});

test("a path that leads nowhere is reported before any agent is called, and a misspelt name with the one that is meant", async () => {
  const agents = { desk: "agents/desk", billing: "agents/biling" };
  const cwd = desk({ agents }, two);
  const missing = await assay(["eval"], { cwd });
  expect(missing.code).toBe(2);
  expect(missing.stdout).toBe("");
  expect(missing.stderr).toContain("assay.config.json");
  expect(missing.stderr.replace(/\s+/g, " ")).toContain(
    'There is no agent at agents/biling, which stands for "billing".',
  );
  const misspelt = await assay(["eval", "dsek"], { cwd });
  expect(misspelt.code).toBe(2);
  expect(misspelt.stderr).toContain("Did you mean desk, of assay.config.json?");
});
