import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Block } from "./read-pages.ts";

const root = resolve(import.meta.dirname, "../..");

/** A project as a reader of a page has it: the package installed, the shipped example, and the files the page shows. */
export function pageProject(packageFolder: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-page-")));
  const example = "examples/home-automation";
  cpSync(join(root, example), join(folder, example), { recursive: true });
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(packageFolder, join(folder, "node_modules/assay"));
  // as `npm init -y` writes it: .js files are CommonJS
  writeFileSync(join(folder, "package.json"), '{ "name": "page", "type": "commonjs" }\n');
  symlinkSync("../assay/bin/assay.js", join(folder, "node_modules/.bin/assay"));
  symlinkSync(join(root, "node_modules/vitest"), join(folder, "node_modules/vitest"));
  symlinkSync("../vitest/vitest.mjs", join(folder, "node_modules/.bin/vitest"));
  return folder;
}

export function writeBlock(project: string, name: string, { text }: Block): void {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}

export interface Ran {
  readonly command: string;
  readonly code: number;
  readonly output: string;
  /** Standard output and standard error by themselves. */
  readonly streams: readonly string[];
  /** What the page says it prints. */
  readonly shown: string;
}

/** Runs the commands of a block one after the other, as a shell would. */
export async function runBlock(project: string, { text }: Block): Promise<readonly Ran[]> {
  const ran: Ran[] = [];
  for (const part of text.split(/^\$ /m).slice(1)) {
    const [command = "", ...shown] = part.split("\n");
    const { code, streams } = await runCommand(project, command);
    const output = streams.join("\n");
    ran.push({ command, code, output, streams, shown: shown.join("\n") });
  }
  return ran;
}

function runCommand(
  cwd: string,
  command: string,
): Promise<{ code: number; streams: readonly string[] }> {
  return new Promise((done) => {
    execFile("sh", ["-c", command], { cwd, env: environment(cwd) }, (error, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), streams: [stdout, stderr] });
    });
  });
}

function environment(project: string): NodeJS.ProcessEnv {
  const path = [join(project, "node_modules/.bin"), dirname(process.execPath), process.env.PATH];
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", TZ: "UTC", PATH: path.join(":") };
  delete env.FORCE_COLOR;
  return env;
}

/** The lines of a print without what differs from run to run: how long, when, which run, how wide. */
export function steadyLines(print: string): readonly string[] {
  return print
    .split("\n")
    .map((line) =>
      line
        .replace(/(?: ·)? +\d+\.\d+ s$/, "")
        .replace(/\b\d{8}-\d{6}-[0-9a-f]{6}\b/g, "RUN")
        .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d\b/g, "WHEN")
        .replace(/\b\d{4}-\d\d-\d\d\b/g, "DAY")
        .replace(
          /(^ +|^ +[AB] {2}|is run |^Run |runs show |(?:since|in) run |broke at )[0-9a-f]{4,6}\b/,
          "$1RUN",
        )
        .replace(/(assay compare )[0-9a-f]{4,6} [0-9a-f]{4,6}$/, "$1RUN RUN")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "" && line !== "…" && !/^\d+\.\d+ s$/.test(line));
}

/** Printed lines that a page leaves out without saying so by an ellipsis. */
export function silentGaps(printed: readonly string[], shown: string): readonly string[] {
  let from = 0;
  return shown.split(/^ *…$/m).flatMap((part) => {
    const lines = steadyLines(part);
    const places = lines.map((line) => printed.indexOf(line, from)).filter((place) => place >= 0);
    if (places.length === 0) return [];
    const end = Math.max(...places) + 1;
    const between = printed.slice(Math.min(...places), end);
    from = end;
    return between.filter((line) => !lines.includes(line));
  });
}
