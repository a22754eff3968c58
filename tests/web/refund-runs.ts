import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";

/** An agent that gets some of its cases wrong, breaks in others and does the rest as it should. */
export interface RefundMistakes {
  /** Refunds twelve cents. */
  readonly wrong?: readonly string[];
  readonly broken?: readonly string[];
  /** Never ends. */
  readonly hanging?: readonly string[];
  /** Says this where the answer is expected. */
  readonly says?: string;
}

const agent = ({ wrong = [], broken = [], hanging = [], says }: RefundMistakes) => `
const wrong = new Set(${JSON.stringify(wrong)});
const broken = new Set(${JSON.stringify(broken)});
const hanging = new Set(${JSON.stringify(hanging)});
export async function rootAgent(text, { turn }) {
  const [name] = text.match(/case_\\d+/) ?? [""];
  if (broken.has(name)) throw new Error("The order service is away.");
  if (hanging.has(name)) await new Promise(() => setInterval(() => {}, 1000));
  turn.call("1", "get_order", { order: "17" });
  turn.result("1", "get_order", { output: {} });
  turn.call("2", "refund", { order: "17", cents: wrong.has(name) ? 12 : 1200 });
  turn.result("2", "refund", { output: {} });
  return ${says === undefined ? '"Order 17 is refunded."' : JSON.stringify(says)};
}`;

const calls = [
  { name: "get_order", args: { order: "17" } },
  { name: "refund", args: { order: "17", cents: 1200 } },
];

/** `case_1`, `case_2` and so on. */
export function caseNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `case_${at + 1}`);
}

/** A folder with an agent and a set of so many cases, in which nothing has run yet. */
export function refundProject(count = 12): string {
  return project({ "shop/agent.mjs": agent({}), ...setFile(caseNames(count)) });
}

function setFile(names: readonly string[]): Readonly<Record<string, unknown>> {
  const cases = names.map(
    (id) =>
      [id, { user: `Refund order 17 (${id})`, answer: "Order 17 is refunded.", calls }] as const,
  );
  return { "shop/refunds.evalset.json": evalSet(Object.fromEntries(cases)) };
}

/** Other cases of the same set. */
export function changeCases(cwd: string, names: readonly string[]): void {
  for (const [file, set] of Object.entries(setFile(names))) {
    writeFileSync(join(cwd, file), JSON.stringify(set));
  }
}

/** Folders like the one that `fill` makes, which is filled once for all tests of a file: a folder may be moved, and so copied. */
export function copiesOf(fill: () => Promise<string>): () => Promise<string> {
  const removed = (folder: string) => rmSync(folder, { recursive: true, force: true });
  let kept: string | undefined;
  afterAll(() => kept && removed(kept));
  return async () => {
    const filled = kept ?? (await fill());
    const copy = mkdtempSync(join(tmpdir(), "assay-copy-"));
    cpSync(filled, copy, { recursive: true });
    if (kept !== undefined) {
      onTestFinished(() => removed(copy));
      return copy;
    }
    kept = copy;
    return filled;
  };
}

/** A run that is killed once so many of its cases have ended. */
export async function cutOffRun(
  cwd: string,
  mistakes: RefundMistakes,
  after: number,
): Promise<void> {
  writeFileSync(join(cwd, "shop/agent.mjs"), agent(mistakes));
  const lines = ["eval", "shop", "--concurrency", "1", "--reporter", "terminal"];
  await assay(lines, {
    cwd,
    onSpawn: (child) => {
      let said = "";
      child.stdout?.on("data", (chunk) => {
        said += chunk;
        if ((said.match(/case_\d+/g) ?? []).length >= after) child.kill("SIGKILL");
      });
    },
  });
}

/** Another version of the agent, and a run of it. */
export async function refundRun(
  cwd: string,
  mistakes: RefundMistakes = {},
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  writeFileSync(join(cwd, "shop/agent.mjs"), agent(mistakes));
  await assay(["eval", "shop", ...args], { cwd, env });
}
