import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { canaries, forms, house, makeProject } from "./canary-project.ts";

const command = join(house, "bin/assay.js");

/** Where a secret was found, in which form, and which one. */
export interface CanaryFindings {
  /** Texts that were looked through. */
  readonly sinks: readonly string[];
  readonly found: readonly string[];
  /** Placeholders that stood where secrets would have. */
  readonly masked: number;
  readonly conversations: number;
}

/** Has an agent tell every secret in every form over every channel, and looks for it wherever anything was written. */
export async function canaryBattery(options: {
  readonly forms?: readonly string[];
  readonly say: (line: string) => void;
}): Promise<CanaryFindings> {
  const folder = mkdtempSync(join(tmpdir(), "assay-canaries-"));
  const chosen = options.forms ?? Object.keys(forms);
  const texts: { name: string; text: string }[] = [];
  try {
    const cases = makeProject(folder, chosen);
    const steps: readonly (readonly string[])[] = [
      [
        command,
        "eval",
        "agents/leaky",
        "--reporter",
        "terminal",
        "--verbose",
        "--print_detailed_results",
        ...reportFiles,
        "--adk_results",
        "always",
      ],
      [command, "eval", "agents/leaky", "--reporter", "json"],
      [command, "runs", "show", "--case", "answer-plain", "--case", "throw-plain"],
      [
        command,
        "eval",
        "agents/leaky",
        "--reporter",
        "github",
        "--reporter",
        "jsonl",
        "--case",
        "answer-plain",
      ],
      [command, "eval", "agents/broken", "agents/leaky/s.evalset.json"],
      [command, "runs", "show"],
      [command, "score", "latest"],
      ...["json", "jsonl", "junit", "markdown", "adk", "otlp"].map((format) => [
        command,
        "runs",
        "export",
        "--format",
        format,
        "--output",
        `export/${format}`,
      ]),
      ["evaluate.mjs"],
      ["evaluator.mjs"],
      ["broken.mjs"],
      ["--test", "evals.test.mjs"],
      ["node_modules/vitest/vitest.mjs", "run"],
    ];
    for (const step of steps) {
      const name = step
        .map((each) => basename(each))
        .join(" ")
        .slice(0, 60);
      const { stdout, stderr, code } = await run(step, folder);
      options.say(`${String(code).padStart(3)}  ${name}`);
      for (const [stream, text] of Object.entries({ stdout, stderr })) {
        // also as it was before lines were broken
        const joined = text.replace(/\n\s*/g, "");
        texts.push({ name: `${stream} of ${name}`, text: `${text}\n${joined}` });
      }
    }
    for (const file of filesIn(folder)) {
      // latin1 keeps every byte of a database
      texts.push({ name: relative(folder, file), text: readFileSync(file, "latin1") });
      texts.push({ name: relative(folder, file), text: readFileSync(file, "utf8") });
    }
    return {
      sinks: [...new Set(texts.map(({ name }) => name))],
      found: [...new Set(texts.flatMap(leaksIn))],
      masked: texts.reduce((sum, { text }) => sum + text.split("[secret ").length - 1, 0),
      conversations: cases,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const reportFiles = ["json", "jsonl", "junit", "markdown", "adk"].flatMap((name) => [
  "--reporter",
  `${name}=reports/${name}`,
]);

function run(
  args: readonly string[],
  cwd: string,
): Promise<{ stdout: string; stderr: string; code: number | null }> {
  return new Promise((done) => {
    const names = Object.keys(canaries).slice(6);
    const given = Object.fromEntries(names.map((name) => [name, canaries[name]]));
    const { FORCE_COLOR: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
    const child = spawn(process.execPath, [...args], {
      cwd,
      env: { ...env, ...given, NO_COLOR: "1" },
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
    child.on("close", (code) => done({ stdout, stderr, code }));
  });
}

/** All that was written; the sources and the `.env` are where the secrets are from. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".env")
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules"));
}

/** The whole value in any form, and most of it, as a cut would leave it. */
function leaksIn({ name, text }: { name: string; text: string }): readonly string[] {
  const inner = { "DATABASE_URL's password": "c4n4ryS3cr3t@Pw" };
  return Object.entries({ ...canaries, ...inner }).flatMap(([variable, value]) =>
    Object.entries({ ...forms, "most of it": mostOf }).flatMap(([form, encode]) =>
      text.includes(encode(value)) ? [`${variable} as ${form} in ${name}`] : [],
    ),
  );
}

function mostOf(value: string): string {
  return value.slice(0, Math.ceil(value.length * 0.75));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { forms: { type: "string", multiple: true } } });
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const { found, sinks, masked, conversations } = await canaryBattery({ ...values, say });
  for (const line of found) say(`LEAK ${line}`);
  say(
    `${conversations} conversations, ${sinks.length} sinks, ${masked} placeholders: ${found.length} leaks`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
