import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../src/testing/temporary-folder.ts";

const root = resolve(import.meta.dirname, "../..");

/** What is there after `git clone`, as far as the first command looks. */
function clone(): string {
  const folder = temporaryFolder();
  for (const part of ["bin", "scripts", "package.json"]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  mkdirSync(join(folder, "src"));
  return folder;
}

function node(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, npm_lifecycle_event: "", ...env },
  });
  return { status, stdout, stderr };
}

test("the command in a clone where nothing is installed says npm ci", () => {
  const cwd = clone();
  const { status, stdout, stderr } = node(cwd, ["bin/assay.js", "eval", "x"]);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain("Run:  npm ci\n");
  mkdirSync(join(cwd, "node_modules"));
  expect(node(cwd, ["bin/assay.js"]).stderr).toContain("Run:  npm run build\n");
});

test("npx may prepare such a clone, so that the command can say it; a build says it itself", () => {
  const cwd = clone();
  const prepared = node(cwd, ["scripts/build.mjs"], { npm_lifecycle_event: "prepare" });
  expect(prepared.status).toBe(0);
  const built = node(cwd, ["scripts/build.mjs"], { npm_lifecycle_event: "build" });
  expect(built.status).toBe(2);
  expect(built.stderr).toContain("Run:  npm ci\n");
});

const entries = [
  "index",
  "agents/index",
  "test-runners/vitest/index",
  "test-runners/node-test/index",
  "reporters/index",
  "statistics/index",
  "traces/index",
];

test.each([
  ["20.20.2", "Error: assay needs Node 22.13 or newer, and this is Node 20.20.2."],
  ["22.12.0", "Error: assay needs Node 22.13 or newer, and this is Node 22.12.0."],
  ["22.13.0", ""],
  ["24.0.0", ""],
])("importing any entry on Node %s: %j", (version, said) => {
  const urls = entries.map((entry) => join(root, "src", `${entry}.ts`));
  const { stdout, stderr } = node(root, [
    "--input-type=module",
    "--disable-warning=ExperimentalWarning",
    "--eval",
    `const { process } = globalThis;
     globalThis.process = Object.create(process, { versions: { value: { node: "${version}" } } });
     const said = [];
     for (const url of ${JSON.stringify(urls)})
       said.push(await import(url).then(() => "", ({ stack }) => stack));
     process.stdout.write(JSON.stringify(said));`,
  ]);
  expect(stderr).toBe("");
  const byEntry = (sentences: readonly string[]) =>
    Object.fromEntries(entries.map((entry, at) => [entry, sentences[at]]));
  expect(byEntry(JSON.parse(stdout))).toEqual(byEntry(entries.map(() => said)));
});
