import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { stagePackage } from "../staged-package.ts";

const root = resolve(import.meta.dirname, "../..");

/** A folder where `assay` and other packages are installed; projects below it find them there. */
export interface Workshop {
  /** A new project with these files; objects become JSON. */
  project(files: Readonly<Record<string, unknown>>): string;
  /** A new project that is a copy of an example. */
  copyOf(folder: string): string;
  /** Runs a program of an installed package, or the command `assay`, to its end. */
  run(
    cwd: string,
    program: string,
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Ended>;
  remove(): void;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

export async function openWorkshop({
  packagesOf = [],
}: {
  packagesOf?: readonly string[];
} = {}): Promise<Workshop> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "assay-runners-")));
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await stagePackage(join(packages, "assay"));
  } catch (error) {
    remove();
    throw error;
  }
  for (const name of ["vitest", "jiti", "@ai-sdk"]) {
    symlinkSync(join(root, "node_modules", name), join(packages, name));
  }
  for (const installed of packagesOf) link(join(installed, "node_modules"), packages);
  let projects = 0;
  const newFolder = () => {
    projects += 1;
    return join(folder, `project-${projects}`);
  };
  return {
    project(files) {
      const place = newFolder();
      for (const [name, content] of Object.entries(files)) {
        const path = join(place, name);
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      }
      return place;
    },
    copyOf(example) {
      const place = newFolder();
      const isOurs = (path: string) => !/[\\/](?:node_modules|\.assay|\.adk)$/.test(path);
      cpSync(join(root, example), place, { recursive: true, filter: isOurs });
      return place;
    },
    run(cwd, program, args, env = {}) {
      const script = resolve(packages, program);
      return runNode(cwd, existsSync(script) ? [script, ...args] : [program, ...args], env);
    },
    remove,
  };
}

function link(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    if (!name.startsWith(".") && !existsSync(join(to, name))) {
      symlinkSync(join(from, name), join(to, name));
    }
  }
}

function runNode(
  cwd: string,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env: NodeJS.ProcessEnv = { NO_COLOR: "1", CI: "1" };
  // a test runner inside of a test runner must not think it is the outer one
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^(?:VITEST|NODE_|TEST|FORCE_COLOR|JEST)/.test(name)) env[name] = value;
  }
  Object.assign(env, more);
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("close", (code) => done({ code, output }));
  });
}
