import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseJsonText } from "../../src/core/json/json-text.ts";
import { isObject, ParseContext } from "../../src/core/schema/parse-context.ts";
import { readEvalSet } from "../../src/eval-sets/reading/read-eval-set.ts";
import { projectParts } from "../../src/project/assay-config/project-parts.ts";
import { readConfig } from "../../src/project/config/read-config.ts";
import { installExample } from "../install-example.ts";
import { stagePackage } from "../staged-package.ts";
import {
  pageProject,
  type Ran,
  runBlock,
  silentGaps,
  steadyLines,
  writeBlock,
} from "./page-project.ts";
import { type Block, blocksOf, pages } from "./read-pages.ts";

const root = resolve(import.meta.dirname, "../..");
const folders: string[] = [];
let packageFolder = "";

beforeAll(async () => {
  packageFolder = realpathSync(mkdtempSync(join(tmpdir(), "assay-docs-")));
  folders.push(packageFolder);
  await stagePackage(packageFolder);
  symlinkSync(join(root, "node_modules"), join(packageFolder, "node_modules"));
});

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newProject(): string {
  const project = pageProject(packageFolder);
  folders.push(project);
  return project;
}

test("every ts and js block of README and guide type-checks", async () => {
  const project = newProject();
  await linkPackages(project, "ai-sdk-support-desk", ["ai", "zod"]);
  const blocks = pages.flatMap(blocksOf).filter(({ language }) => /^[tj]s$/.test(language));
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    const folder = `snippets/${block.page.replaceAll(/\W/g, "-")}`;
    writeBlock(project, `${folder}/${block.file ?? `line-${block.line}.${block.language}`}`, block);
  }
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  symlinkSync(join(root, "node_modules/@types/node"), join(project, "node_modules/@types/node"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }');
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(asStrictAsUsers));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  // what other people's declarations lack is not for us to mend
  expect(stdout.replaceAll(/^\S*examples\/.*\n(?: .*\n)*/gm, "")).toBe("");
});

/** Frameworks that a page speaks of, from the example that uses them. */
async function linkPackages(project: string, example: string, names: readonly string[]) {
  const folder = await installExample(example);
  for (const name of names) {
    symlinkSync(join(folder, "node_modules", name), join(project, "node_modules", name));
  }
}

const asStrictAsUsers = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    types: ["node"],
    strict: true,
    allowJs: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
  },
  include: ["snippets"],
};

const jsonBlocks = pages.flatMap(blocksOf).filter(({ language }) => /^jsonc?$/.test(language));

test.each(jsonBlocks.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "the JSON at %s is read",
  (_, block) => {
    expect(jsonBlocks.length).toBeGreaterThan(10);
    readAsWhatItIs(block);
  },
);

/** By our own readers, which throw at whatever a user's file would be refused for. */
function readAsWhatItIs({ text, page, language }: Block): void {
  const { value, extended } = parseJsonText(text, { file: page });
  if (language === "json") expect(extended).toEqual([]);
  if (Array.isArray(value)) return void readEvalSet(text, { file: page });
  if (!isObject(value)) throw new Error("neither an object nor a list");
  if ("agents" in value) {
    const { $schema: _, ...project } = value;
    const context = new ParseContext();
    projectParts.read(project, context);
    expect(context.problems).toEqual([]);
  } else if ("criteria" in value) {
    expect(readConfig(text, { file: page }).warnings).toEqual([]);
  } else if ("eval_cases" in value) {
    expect(readEvalSet(text, { file: page }).warnings).toEqual([]);
  } else if ("eval_id" in value) {
    readEvalSet(`{ "eval_set_id": "page", "eval_cases": [${text}] }`, { file: page });
  }
}

describe.concurrent.each(pages.filter((page) => blocksOf(page).some((block) => block.exits)))(
  "%s",
  (page) => {
    test("the commands it shows exit and print as it says", async () => {
      const project = newProject();
      const gaps: string[] = [];
      for (const block of blocksOf(page)) {
        if (block.file !== undefined) writeBlock(project, block.file, block);
        if (block.exits === undefined) continue;
        const ran = await runBlock(project, block);
        const where = `${page}:${block.line}`;
        expect(
          ran.map(({ code }) => code),
          `${where}\n${ran.map(({ output }) => output).join("\n")}`,
        ).toEqual(block.exits);
        for (const each of ran) gaps.push(...comparePrint(each, block, where));
      }
      expect(gaps, "what is printed between lines that are shown").toEqual([]);
    });
  },
);

/** Every line that is shown must have been printed. Gives those that were printed in between and are not shown. */
function comparePrint(ran: Ran, { language }: Block, where: string): readonly string[] {
  const { command, output, streams, shown } = ran;
  const printed = steadyLines(output);
  for (const line of steadyLines(shown)) {
    expect(printed, `${where}: ${command}`).toContain(line);
  }
  if (language !== "console") return [];
  const left = streams.flatMap((stream) => silentGaps(steadyLines(stream), shown));
  return left.map((line) => `${where}: ${line}`);
}
