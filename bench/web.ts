import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "../tests/web/launch-browser.ts";
import { makeProject } from "./make-project.ts";
import { measure } from "./measure.ts";

interface WebBenchOptions {
  readonly folder: string;
  /** The command's file. */
  readonly assay: string;
  report(row: {
    readonly what: string;
    readonly ours: string;
    readonly beside: string;
    readonly budget: string;
    readonly holds: boolean;
  }): void;
}

/** Ten of them, none of which asks a model. */
export const criteria = {
  tool_trajectory_avg_score: 1,
  tool_trajectory_precision: 1,
  tool_trajectory_recall: 1,
  tool_trajectory_f1: 1,
  single_tool_use: { threshold: 1, tool: "look_up" },
  response_match_score: 0.8,
  response_contains: { threshold: 1, texts: ["parcel"] },
  response_latency: 5,
  tool_call_count_v1: { threshold: 3 },
  no_tool_errors: 1,
};

/** Calls of one turn; each is an event, and so is what comes back. */
const CALLS = 2_500;

/** Runs in a real browser: 10,000 cases against ten metrics, a long transcript, and what the first page weighs. */
export async function benchWeb(options: WebBenchOptions): Promise<void> {
  // before anything that takes long: without one there is nothing to be measured
  const browser = await launchBrowser();
  try {
    await benchIn(browser, options);
  } finally {
    await browser.close();
  }
}

async function benchIn(browser: Browser, { folder, assay, report }: WebBenchOptions) {
  const cwd = await makeProject(join(folder, "web"), { cases: 10_000, kind: "moody" });
  writeFileSync(join(cwd, "test_config.json"), JSON.stringify({ criteria }));
  await measure({ args: [assay, "eval", "agent.mjs", "bench.evalset.json"], cwd, ok: [0, 1, 3] });
  await makeLongCase(cwd);
  await measure({ args: [assay, "eval", "long.mjs", "long.evalset.json"], cwd, ok: [0, 1, 3] });
  const server = await startWeb(assay, cwd);
  try {
    await measurePages({ browser, link: server.link, report });
  } finally {
    server.child.kill("SIGKILL");
  }
}

interface Measuring extends Pick<WebBenchOptions, "report"> {
  readonly browser: Browser;
  readonly link: string;
}

async function measurePages({ browser, link, report }: Measuring): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const sent = { scripts: 0, list: 0 };
  page.on("response", async (response) => {
    const body = await response.body().catch(() => undefined);
    if (body === undefined) return;
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) sent.scripts += gzipSync(body).length;
    if (pathname.endsWith("/cases")) sent.list = Math.max(sent.list, body.length);
  });
  await page.goto(link);
  await page.waitForLoadState("networkidle");
  const first = sent.scripts;
  const { origin } = new URL(link);
  const [long, matrix] = await runIds(page);
  const cold = await openMatrix(page, `${origin}/runs/${matrix}`);
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    times.push(await openMatrix(page, `${origin}/runs/${matrix}`));
  }
  const warm = Math.min(...times);
  const frames = await probe<Frames>(page, "scrollFrames");
  report({
    what: "web: 10,000 cases × 10 metrics, a cell can be walked from",
    ours: `${Math.round(warm)} ms`,
    beside: `the first time, read from the journal: ${Math.round(cold)} ms`,
    budget: "< 300 ms",
    holds: warm < 300,
  });
  report({
    what: "web: list payload",
    ours: `${Math.round(sent.list / 1000)} kB`,
    beside: "200 rows; the others when they come in sight",
    budget: "< 1 MB",
    holds: sent.list < 1_000_000,
  });
  report({
    what: "web: scrolling through 10,000 rows",
    ours: `${frames.slow} of ${frames.all} frames over 50 ms`,
    beside: `median ${frames.median.toFixed(1)} ms`,
    budget: "none",
    holds: frames.slow === 0,
  });
  const transcript = await openTranscript(page, `${origin}/runs/${long}/cases/long?set=long`);
  report({
    what: "web: a transcript of 5,000 events opens",
    ours: `${Math.round(transcript)} ms`,
    beside: `${CALLS} calls that nobody expected`,
    budget: "< 500 ms",
    holds: transcript < 500,
  });
  report({
    what: "web: JavaScript of the first page, gzipped",
    ours: `${Math.round(first / 1000)} kB`,
    beside: "every file that it loads",
    budget: "< 250 kB",
    holds: first < 250_000,
  });
}

/** Newest first. */
async function runIds(page: Page): Promise<readonly string[]> {
  return await page.evaluate(async () => {
    const answer = await fetch("/api/v1/runs");
    const { runs } = (await answer.json()) as { runs: { runId: string }[] };
    return runs.map(({ runId }) => runId);
  });
}

/** From the moment that a run is chosen until a cell has the focus and an arrow key has moved it. */
async function openMatrix(page: Page, url: string): Promise<number> {
  await page.goto(url.replace(/\/runs\/.*/, "/runs"));
  await page.waitForLoadState("networkidle");
  return await probe(page, "openMatrix", new URL(url).pathname);
}

interface Frames {
  readonly all: number;
  readonly slow: number;
  readonly median: number;
}

async function openTranscript(page: Page, url: string): Promise<number> {
  await page.goto(url.replace(/\/cases.*/, ""));
  await page.waitForLoadState("networkidle");
  return await probe(page, "openTranscript");
}

const probes = readFileSync(join(import.meta.dirname, "web-probes.js"), "utf8");

/** Runs in the page, on its own clock: what Playwright takes to ask is not ours. */
async function probe<Found>(page: Page, name: string, argument = ""): Promise<Found> {
  return await page.evaluate(`${probes}; probes.${name}(${JSON.stringify(argument)})`);
}

async function makeLongCase(cwd: string): Promise<void> {
  const agent = `
export function rootAgent(text, { turn }) {
  for (let at = 0; at < ${CALLS}; at += 1) {
    turn.call("c" + at, "look_up", { number: at });
    turn.result("c" + at, "look_up", { output: { found: true, at } });
  }
  return "All looked up.";
}
`;
  writeFileSync(join(cwd, "long.mjs"), agent);
  const turn = { user_content: { parts: [{ text: "Look up everything" }] } };
  const cases = [{ eval_id: "long", conversation: [{ invocation_id: "t", ...turn }] }];
  const set = { eval_set_id: "long", eval_cases: cases };
  writeFileSync(join(cwd, "long.evalset.json"), JSON.stringify(set));
}

async function startWeb(assay: string, cwd: string) {
  const child = spawn(process.execPath, [assay, "web", ".", "--port", "0", "--no_open"], {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  const link = await new Promise<string>((done, fail) => {
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const found = /(http:\S+)\n/.exec(said)?.[1];
      if (found !== undefined) done(found);
    });
    child.once("exit", (code) => fail(new Error(`assay web ended with ${code}: ${said}`)));
  });
  return { child, link };
}
