import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { turn } from "../traces/one-turn.ts";
import { otlpText } from "../traces/trace-builder.ts";
import { vendorDialects } from "../traces/vendor-dialects.ts";
import { barriersInThemes } from "./barriers.ts";
import { openBrowser } from "./browser.ts";
import { refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

interface OpenedFile {
  readonly page: Page;
  /** Every address that was asked for. */
  readonly asked: readonly string[];
  readonly problems: readonly string[];
}

/** As somebody opens it who was sent the file. */
async function openFile(path: string): Promise<OpenedFile> {
  const browser = await openBrowser();
  const context = await browser.newContext();
  const page = await context.newPage();
  const [asked, problems]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (said) => {
    if (said.type() === "error") problems.push(said.text());
  });
  page.on("dialog", (dialog) => {
    problems.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(pathToFileURL(path).href);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, asked, problems };
}

const mistakes = { wrong: ["case_2", "case_4"], broken: ["case_5"] };

test("lines of traces that could not be read are told in the file and on the run's page", async () => {
  const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
  const order = { user: turn.user, answer: turn.answer };
  const cwd = project({
    "trace.jsonl": `${trace}\n{"resourceSpans":\n{}\nnothing`,
    "set.evalset.json": evalSet({ order }),
  });
  const args = ["trace.jsonl", "-e", "set.evalset.json", "-m", "response_match_score"];
  const { code } = await assay(["score", ...args, "-r", "html=report.html"], { cwd });
  expect(code).toBe(3);
  const says = "The one case passed. Incomplete, since not everything could be read: trace.jsonl";
  const { page, problems } = await openFile(join(cwd, "report.html"));
  await page.getByText(says).first().waitFor();
  const web = await startWeb(cwd);
  await page.goto(web.link);
  await page.goto(`${web.origin}/runs/latest`);
  await page.getByText(says).first().waitFor();
  expect(problems).toEqual([]);
});

test("a judge that nobody asked to prove itself is told in the file and on the run's page", async () => {
  const cwd = project({
    "set.evalset.json": evalSet({ order: turn }),
    "agent.mjs": "export const rootAgent = () => 'It is on its way.';",
    "judged.config.mjs":
      "export default { criteria: { safety_v1: 0.5 }, judgeModel: function house() { return 'safe' } };",
  });
  const args = ["agent.mjs", "set.evalset.json", "--config_file_path", "judged.config.mjs"];
  await assay(["eval", ...args, "--judge_check", "off", "-r", "html=report.html"], { cwd });
  const says = "Judge check off: no control questions were asked of house for safety_v1.";
  const { page, problems } = await openFile(join(cwd, "report.html"));
  await page.getByText(says).waitFor();
  const web = await startWeb(cwd);
  await page.goto(web.link);
  await page.goto(`${web.origin}/runs/latest`);
  await page.getByText(says).waitFor();
  expect(problems).toEqual([]);
});

test("a report opens from the disk, asks nobody, and shows matrix, failures and diffs", async () => {
  const cwd = refundProject(8);
  const file = join(cwd, "out/report.html");
  await refundRun(cwd, mistakes, ["--reporter", `html=${file}`]);
  const { page, asked, problems } = await openFile(file);
  await page.getByText("3 cases failed of 8.").waitFor();
  expect(asked).toEqual([pathToFileURL(file).href]);
  const cases = page.getByRole("region", { name: "Cases" });
  expect(await cases.getByRole("row").count()).toBe(2 + 8);
  const broken = cases.getByRole("row", { name: /case_5/ });
  await broken.getByRole("img", { name: "errored" }).waitFor();
  expect(await broken.getByTitle("agent error").count()).toBeGreaterThan(0);
  const failures = page.getByRole("region", { name: "Failures by cause" });
  await failures.getByText("In refund, cents is 12 where 1200 was expected.").first().waitFor();
  expect(await failures.getByText("1 match, 1 changed").count()).toBe(1);
  // the second of the same cause is drawn when it is asked for, with the keyboard too
  await cases.getByRole("link", { name: /case_4/ }).press("Enter");
  await failures.getByText("Refund order 17 (case_4)").waitFor();
  await failures.getByText("The agent failed: The order service is away.").first().waitFor();
  expect(problems).toEqual([]);
});

test("a report says how the run stands to each gate, and a command that can be copied", async () => {
  const cwd = refundProject(8);
  const file = join(cwd, "report.html");
  await refundRun(cwd, mistakes, ["--reporter", `html=${file}`, "--gate", "pass-rate > 0.1"]);
  const { page, problems } = await openFile(file);
  const gates = page.getByRole("list", { name: "Gates" });
  await gates.getByText("pass-rate > 0.1").waitFor();
  await gates.getByText("The pass rate is 0.625 (5 of 8), and with 95 % confidence").waitFor();
  await page.getByText("--gate 'pass-rate > 0.1'").waitFor();
  expect(problems).toEqual([]);
});

test("a run that is over is exported as the same file", async () => {
  const cwd = refundProject(4);
  const [written, exported] = [join(cwd, "written.html"), join(cwd, "exported.html")];
  await refundRun(cwd, { wrong: ["case_1"] }, ["--reporter", `html=${written}`]);
  const { code } = await assay(["runs", "export", "latest", "--to", exported], { cwd });
  expect(code).toBe(0);
  expect(readFileSync(exported, "utf8")).toBe(readFileSync(written, "utf8"));
});

test("what agents say stays text, whatever it is", async () => {
  const says =
    "</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>\u2028\u2029`]]>\u0000";
  const cwd = refundProject(2);
  const file = join(cwd, "report.html");
  await refundRun(cwd, { wrong: ["case_1"], says }, ["--reporter", `html=${file}`]);
  const { page, asked, problems } = await openFile(file);
  await page.getByText("<script>alert(1)</script>").first().waitFor();
  expect(await page.locator("#root img, #root script").count()).toBe(0);
  expect(asked).toHaveLength(1);
  expect(problems).toEqual([]);
});

test("a secret that the agent revealed is masked in the file", async () => {
  const cwd = refundProject(2);
  const file = join(cwd, "report.html");
  const env = { SHOP_API_KEY: "sk-live-8d1f0c2a9b7e" };
  await refundRun(
    cwd,
    { says: "The key is sk-live-8d1f0c2a9b7e." },
    ["--reporter", `html=${file}`],
    env,
  );
  const text = readFileSync(file, "utf8");
  expect(text.includes(env.SHOP_API_KEY)).toBe(false);
  expect(/The key is ([^".]*)/.exec(text)?.[1]).toBe("[secret SHOP_API_KEY]");
});

test("a run in which everything passed has no failures to show", async () => {
  const cwd = refundProject(3);
  const file = join(cwd, "report.html");
  await refundRun(cwd, {}, ["--reporter", `html=${file}`]);
  const { page } = await openFile(file);
  await page.getByText("All 3 cases passed.").waitFor();
  expect(await page.getByRole("region", { name: "Failures by cause" }).count()).toBe(0);
});

test("of thousands of cases only those in sight are drawn, and paper has them all up to a thousand", async () => {
  const cwd = refundProject(2000);
  const file = join(cwd, "report.html");
  await refundRun(cwd, { wrong: ["case_1999"] }, ["--reporter", `html=${file}`]);
  const { page } = await openFile(file);
  const passed = page.getByRole("region", { name: "Passed" });
  expect(await passed.getByRole("row").count()).toBeLessThan(150);
  await passed.press("End");
  await passed.getByText("case_2000").waitFor();
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await page.getByText("999 more are in the file.").waitFor();
});

test("nobody is kept out of a report, in light and in dark", async () => {
  const cwd = refundProject(6);
  const file = join(cwd, "report.html");
  await refundRun(cwd, mistakes, ["--num_runs", "2", "--reporter", `html=${file}`]);
  const { page } = await openFile(file);
  expect(await barriersInThemes(page)).toEqual([]);
  // both trials of the case that broke, where rings would say that they failed
  expect(await page.locator("summary .reps i.e").count()).toBe(2);
});
