import { execFile } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import type { UserFacingError } from "../../core/errors.ts";
import { loadModule } from "./load-module.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "load-module-"));
});

async function file(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${lines.join("\n")}\n`);
  return path;
}

/** In a process of its own, since the test runner would read plain JavaScript in its own way. */
async function refusal(path: string): Promise<UserFacingError> {
  const script = `
    import { loadModule } from ${JSON.stringify(join(import.meta.dirname, "load-module.ts"))};
    const error = await loadModule(${JSON.stringify(path)}).catch((thrown) => thrown);
    const { code, message, hint, place } = error;
    process.stdout.write(JSON.stringify({ code, message, hint, place }));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script,
  ]);
  return JSON.parse(stdout);
}

test("loads TypeScript that Node alone cannot: enums, parameter properties, .js for .ts", async () => {
  await file("ts/helper.ts", "export const half = (value: number): number => value / 2;");
  const path = await file(
    "ts/agent.ts",
    'import { half } from "./helper.js";',
    "enum Size { Large = 8 }",
    "class Box { constructor(readonly size: number) {} }",
    "export const rootAgent = () => half(new Box(Size.Large).size);",
  );
  const { rootAgent } = await loadModule(path);
  expect((rootAgent as () => number)()).toBe(4);
});

test("loads JSX, which Node alone does not", async () => {
  const path = await file(
    "jsx/agent.jsx",
    "const React = { createElement: (tag, _props, inside) => [tag, inside] };",
    "export const rootAgent = (text) => <b>{text}</b>;",
  );
  const { rootAgent } = (await loadModule(path)) as { rootAgent: (text: string) => unknown };
  expect(rootAgent("hi")).toEqual(["b", "hi"]);
});

test("follows the paths of the agent's own tsconfig.json", async () => {
  await file("paths/tsconfig.json", '{ "compilerOptions": { "paths": { "~/*": ["./lib/*"] } } }');
  await file("paths/lib/word.ts", 'export const word = "found";');
  const path = await file("paths/agent.ts", 'export { word } from "~/word";');
  expect(await loadModule(path)).toMatchObject({ word: "found" });
});

test("loads ES modules and CommonJS, whose one export is the default", async () => {
  expect(await loadModule(await file("a.mjs", "export const app = 1;"))).toMatchObject({ app: 1 });
  expect(await loadModule(await file("b.cjs", "exports.app = 2;"))).toMatchObject({ app: 2 });
  const { default: only } = await loadModule(await file("c.cjs", "module.exports = () => 3;"));
  expect((only as () => number)()).toBe(3);
});

test.each(["broken.ts", "broken.mjs"])("names the line of a syntax error in %s", async (name) => {
  const path = await file(name, "const fine = 1;", "export const agent = {{ ;");
  const error = await refusal(path);
  expect(error.code).toBe("agent/invalid");
  expect(error.message).toBe(`${name} is not valid code: Unexpected token.`);
  expect(error.place).toMatchObject({ file: path, line: 2 });
  expect(error.place?.excerpt).toMatchInlineSnapshot(`
    "    1 | const fine = 1;
        2 | export const agent = {{ ;
          |                       ^"
  `);
});

test.each(["lost.ts", "lost.mjs"])("names the line of a missing import in %s", async (name) => {
  const path = await file(name, "", 'import { tools } from "./toolz.js";', "export { tools };");
  const error = await refusal(path);
  expect(error.message).toBe(`${name} imports "./toolz.js", which does not exist.`);
  expect(error.place).toMatchObject({ file: path, line: 2, column: 23 });
});

test.each(["alone.ts", "alone.mjs"])("says what to install for %s", async (name) => {
  const path = await file(name, 'import "@nobody/nothing/sub";');
  const error = await refusal(path);
  expect(error.message).toBe(
    `${name} imports the package "@nobody/nothing", which is not installed.`,
  );
  expect(error.hint).toBe("Install it where the agent is:  npm install @nobody/nothing");
});

test.each(["throws.ts", "throws.mjs"])("keeps the place where %s threw", async (name) => {
  const path = await file(name, 'const key = "";', 'throw new TypeError("no key\\nmore");');
  const error = await refusal(path);
  expect(error.message).toBe(`${name} could not be loaded: TypeError: no key`);
  expect(error.place).toMatchObject({ file: path, line: 2 });
});

test.each(["first.ts", "first.mjs"])("keeps the place where line 1 of %s threw", async (name) => {
  const path = await file(name, 'throw new Error("at once");');
  const error = await refusal(path);
  expect(error.message).toBe(`${name} could not be loaded: at once`);
  expect(error.place).toMatchObject({ file: path, line: 1 });
  expect(error.place?.excerpt).toContain("| throw new Error");
});

test("shows the agent's own line when a package threw", async () => {
  await file("node_modules/thrower/package.json", '{ "main": "index.js" }');
  await file(
    "node_modules/thrower/index.js",
    "module.exports = () => { throw new Error('no key'); };",
  );
  const path = await file("uses.ts", 'import thrower from "thrower";', "", "thrower();");
  expect((await refusal(path)).place).toMatchObject({ file: path, line: 3 });
});

test("an empty file is no agent and no bug", async () => {
  expect(Object.keys(await loadModule(await file("empty.ts")))).toEqual([]);
});

test("tells what stands behind an export that is not there", async () => {
  await file("exports/tools.mjs", "export const open = 1;");
  const path = await file("exports/agent.mjs", 'import { opem } from "./tools.mjs";', "opem();");
  const error = await refusal(path);
  expect(error.message).toContain("does not provide an export named 'opem'");
});

test("a mistake in data of ours keeps its sentence and its hint", async () => {
  const path = await file(
    "ours/set.mjs",
    'const mistake = new Error("The case has no key \\"finalRespons\\".");',
    'mistake.name = "UserFacingError";',
    'mistake.hint = "Did you mean \\"finalResponse\\"?";',
    "throw mistake;",
  );
  expect(await refusal(path)).toMatchObject({
    message: 'set.mjs could not be loaded: The case has no key "finalRespons".',
    hint: 'Did you mean "finalResponse"?',
  });
});

test("what a file does to the exit code while it is loaded does not stay", async () => {
  const { exitCode } = process;
  await loadModule(await file("code.mjs", "process.exitCode = 9;", "export const a = 1;"));
  expect(process.exitCode).toBe(exitCode);
});
