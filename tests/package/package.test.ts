import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stagePackage } from "../staged-package.ts";

const root = resolve(import.meta.dirname, "../..");
const about = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
  exports: Record<string, unknown>;
  peerDependencies?: Record<string, string>;
};
/** What can be imported: every entry but the JSON files. */
const entries = Object.keys(about.exports)
  .filter((entry) => !entry.endsWith(".json"))
  .map((entry) => entry.replace(/^\./, "assay"));

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let folder = "";
let consumer = "";
let packed: Packed;
let withoutVitest = "";

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-package-")));
  const stage = join(folder, "stage");
  consumer = join(folder, "consumer");
  mkdirSync(consumer);
  await stagePackage(stage);
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  packed = (JSON.parse((await run("npm", args, stage)).stdout) as Packed[])[0] as Packed;
  writeFileSync(join(consumer, "package.json"), '{ "type": "module", "private": true }');
  const quietly = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
  await run("npm", ["install", ...quietly, join(folder, packed.filename)], consumer);
  withoutVitest = await importable();
  for (const name of ["@types/node", ...Object.keys(about.peerDependencies ?? {})]) lend(name);
}, 180_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package holds what it runs on and nothing else", () => {
  const paths = packed.files.map(({ path }) => path);
  // what makes it larger: docs/decisions/0056-what-is-packed.md
  expect(packed.size).toBeLessThan(2_300_000);
  expect(paths).toEqual(expect.arrayContaining(["bin/assay.js", "dist/index.js", "README.md"]));
  const strays = paths.filter(
    (path) =>
      /^(?!examples\/).*\.test\.[^/]*[jt]s$|\.test-d\.|\.tsbuildinfo$|\.map$|arbitraries/.test(
        path,
      ) ||
      /(?:^|\/)(?:src|tests|bench|scripts|node_modules|\.assay|\.adk)\//.test(path) ||
      (path.endsWith(".ts") && !path.endsWith(".d.ts") && !path.startsWith("examples/")),
  );
  expect(strays).toEqual([]);
});

test("every entry can be imported and exports what it did (vitest -u when that is meant)", async () => {
  const script = `
    for (const entry of ${JSON.stringify(entries)}) {
      for (const name of Object.keys(await import(entry)).sort()) console.log(entry, name);
    }
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], consumer);
  await expect(stdout).toMatchFileSnapshot("exports.txt");
});

test("only what is made of Vitest's tests needs Vitest", () => {
  const needing = ["assay/testing/vitest", "assay/vitest"];
  const others = entries.filter((entry) => !needing.includes(entry));
  expect(withoutVitest.trim().split("\n")).toEqual(others);
});

test("the installed command tells its version and runs the shipped example", async () => {
  const version = await run("npx", ["assay", "--version"], consumer);
  expect(version.stdout.trim()).toBe(about.version);
  const example = "node_modules/assay/examples/home-automation";
  const { stdout } = await run("npx", ["assay", "eval", example], consumer);
  expect(stdout).toContain("9 passed, 0 failed, 0 not evaluated, of 9");
});

test.concurrent.each(["typescript-5", "typescript-6", "typescript"])(
  "a consumer compiles against %s with the types of the package checked",
  async (compiler) => {
    const project = join(consumer, compiler);
    mkdirSync(project);
    copyFileSync(join(import.meta.dirname, "consumer.ts"), join(project, "consumer.ts"));
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(strictest));
    const tsc = join(root, "node_modules", compiler, "bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project], consumer, "report");
    expect(stdout).toBe("");
  },
  90_000,
);

const strictest = {
  compilerOptions: {
    target: "es2024",
    lib: ["es2024"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
  },
};

/** The entries that load where only the package is installed. */
async function importable(): Promise<string> {
  const script = `
    for (const entry of ${JSON.stringify(entries)}) {
      await import(entry).then(() => console.log(entry), () => {});
    }
  `;
  return (await run(process.execPath, ["--input-type=module", "-e", script], consumer)).stdout;
}

/** Packages that a user brings along, from our own installation. */
function lend(name: string): void {
  const target = join(consumer, "node_modules", name);
  if (existsSync(target) || !existsSync(join(root, "node_modules", name))) return;
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(root, "node_modules", name), target);
}

/** Fails with what the program said, unless its failure is to be reported. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  failure: "throw" | "report" = "throw",
): Promise<{ stdout: string; stderr: string }> {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, NO_COLOR: "1", PATH: path };
  try {
    return await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 26 });
  } catch (error) {
    if (failure === "report") return error as { stdout: string; stderr: string };
    throw error;
  }
}
