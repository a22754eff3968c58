import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";

const command = resolve(import.meta.dirname, "../../bin/assay.js");

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command as a user would, without colour and 80 columns wide. */
export async function assay(
  args: readonly string[],
  options: {
    cwd: string;
    env?: Record<string, string>;
    onSpawn?: (child: ReturnType<typeof spawn>) => void;
  },
): Promise<Outcome> {
  const store = await teamStore(options.cwd);
  return await new Promise((done) => {
    const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1", ...store, ...options.env };
    // node itself complains on standard error when both are set
    delete env.FORCE_COLOR;
    const child = spawn(process.execPath, [command, ...args], {
      cwd: options.cwd,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    options.onSpawn?.(child);
    child.on("close", (code, signal) => done({ code, signal, stdout, stderr }));
  });
}

const databases = new Map<string, Promise<string>>();

/** Where the same tests are run on PostgreSQL, a folder has a database of its own instead of a file. */
export async function teamStore(cwd: string): Promise<{ readonly ASSAY_STORE?: string }> {
  if (process.env.ASSAY_TEST_STORE !== "postgres") return {};
  const { postgresDatabase } = await import("../postgres-database.ts");
  const address = databases.get(cwd) ?? postgresDatabase();
  databases.set(cwd, address);
  return { ASSAY_STORE: await address };
}

/** A whole tiny project in a temporary folder; objects become JSON files. */
export function project(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), "assay-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** An eval set of one-turn cases: user text, expected answer and calls. */
export function evalSet(
  cases: Readonly<
    Record<string, { user: string; answer?: string; calls?: readonly object[]; assay?: object }>
  >,
  id = "demo",
) {
  return {
    eval_set_id: id,
    eval_cases: Object.entries(cases).map(
      ([evalId, { user, answer, calls = [], assay: settings }]) => ({
        eval_id: evalId,
        conversation: [
          {
            user_content: { role: "user", parts: [{ text: user }] },
            ...(answer === undefined
              ? {}
              : { final_response: { role: "model", parts: [{ text: answer }] } }),
            intermediate_data: { tool_uses: calls },
          },
        ],
        ...(settings === undefined ? {} : { assay: settings }),
      }),
    ),
  };
}

/** Says back what it hears; some words make it misbehave. */
export const echoAgent = `
export async function rootAgent(text, { turn }) {
  if (text === "throw") throw new Error("the model is down");
  if (text === "hang") await new Promise(() => setInterval(() => {}, 1000));
  if (text === "nothing") return undefined;
  if (text === "print") console.log("a secret thought");
  if (text === "tool") turn.call("1", "look", { at: "it" });
  return text;
}
`;
