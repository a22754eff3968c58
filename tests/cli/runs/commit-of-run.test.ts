import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../assay.ts";

/** Frameworks compute for a second and more while they are loaded. */
const slowToLoad = `
  for (const end = Date.now() + 1500; Date.now() < end; );
  export const rootAgent = (text) => text;`;

test("a run knows its commit, however long its agent takes to load", async () => {
  const cwd = project({
    "agent.mjs": slowToLoad,
    "demo.evalset.json": evalSet({ hello: { user: "hello", answer: "hello" } }),
  });
  const git = (...args: readonly string[]) =>
    spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], {
      cwd,
      encoding: "utf8",
    }).stdout.trim();
  git("init", "--quiet");
  git("add", "agent.mjs", "demo.evalset.json");
  git("commit", "--quiet", "--message", "begin");
  expect((await assay(["eval", "agent.mjs"], { cwd })).code).toBe(0);
  const { stdout } = await assay(["runs", "export", "HEAD"], { cwd });
  expect(JSON.parse(stdout).run.git).toEqual({ commit: git("rev-parse", "HEAD"), dirty: false });
});
