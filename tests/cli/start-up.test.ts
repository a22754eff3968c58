import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "./assay.ts";

/** Writes down every module that the command loads, by address. */
const listing = `
  import { appendFileSync } from "node:fs";
  import { registerHooks } from "node:module";
  registerHooks({
    load(url, context, next) {
      appendFileSync(new URL("./loaded.txt", import.meta.url), url + "\\n");
      return next(url, context);
    },
  });`;

const set = evalSet({ hello: { user: "hello", answer: "hello" } });
const files = {
  "listing.mjs": listing,
  "agent.mjs": "export const rootAgent = async (text) => text;",
  "demo.evalset.json": set,
};

/** Packages that were loaded while this was evaluated. */
async function packagesOf(criteria: object): Promise<readonly string[]> {
  const cwd = project({ ...files, "test_config.json": { criteria } });
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(join(cwd, "listing.mjs")).href}` };
  const { code, stderr } = await assay(["eval", "agent.mjs", "demo.evalset.json"], { cwd, env });
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const loaded = readFileSync(join(cwd, "loaded.txt"), "utf8").split("\n");
  expect(loaded.some((url) => url.endsWith("/dist/cli/main.js"))).toBe(true);
  const names = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  return [...new Set(names)];
}

test("an eval without a judge loads no package", async () => {
  const criteria = { response_match_score: 0.5, tool_trajectory_avg_score: 1 };
  expect(await packagesOf(criteria)).toEqual([]);
});

test("a package is loaded by the metric that it is for", async () => {
  const schema = { type: "string" };
  const criteria = { response_json_schema: { threshold: 0, schema } };
  expect(await packagesOf(criteria)).toEqual(["@cfworker/json-schema"]);
});
