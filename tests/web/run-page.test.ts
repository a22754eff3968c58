import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { barriersInThemes, settle } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import { startWeb } from "./web-server.ts";

/** Converts only where it is told to, calls things late, breaks, and waits. */
const agent = `
export async function rootAgent(text, { turn }) {
  if (text.includes("break")) throw new Error("The payment service is away.");
  if (text.includes("slowly")) await new Promise((done) => setTimeout(done, 2000));
  let next = 0;
  const call = (name, args = {}) => {
    turn.call(String(++next), name, args);
    turn.result(String(next), name, { output: {} });
  };
  if (!text.includes("late")) call("check");
  call("find");
  call("order");
  if (!text.includes("euros")) call("convert", { to: "EUR" });
  call("refund", { currency: text.includes("euros") ? "USD" : "EUR", amount: 5 });
  if (text.includes("late")) call("check");
  return text.includes("euros") ? "Refunded 5 USD today." : "Refunded 5 EUR today.";
}`;

const calls = [
  { name: "check", args: {} },
  { name: "find", args: {} },
  { name: "order", args: {} },
  { name: "convert", args: { to: "EUR" } },
  { name: "refund", args: { currency: "EUR", amount: 5 } },
];

const users = {
  fine: "Refund it",
  in_euros: "I paid in euros",
  also_euros: "Paid in euros, too",
  too_late: "Check it late",
  breaks: "Refund and break",
} as const;

function workspace(more: Readonly<Record<string, string>> = {}): string {
  const cases = Object.entries({ ...users, ...more }).map(
    ([id, user]) => [id, { user, answer: "Refunded 5 EUR today.", calls }] as const,
  );
  return project({
    "shop/agent.mjs": agent,
    "shop/refunds.evalset.json": evalSet({
      ...Object.fromEntries(cases),
      unwritten: { user: "Refund it", calls },
    }),
    "shop/test_config.json": {
      criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.9 },
    },
  });
}

const tabs = ["", "?tab=clusters", "?tab=cost", "?tab=config", "?tab=log"];

test("an address with a tab or a filter that does not exist shows the matrix", async () => {
  const cwd = workspace();
  await assay(["eval", "shop", "--name", "first"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/first?tab=nope&status=nope&group=nope`);
  await page.getByRole("link", { name: "failed in_euros" }).waitFor();
  expect(problems).toEqual([]);
});

test("nobody is kept out by any tab, in light and in dark", async () => {
  const cwd = workspace();
  await assay(["eval", "shop", "-n", "2"], { cwd });
  await assay(["eval", "shop", "-n", "2", "--gate", "pass-rate > 0.9"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  const paths = [
    ...tabs.map((tab) => `/runs/latest${tab}`),
    "/runs/latest?whatif=response_match_score:0.5&columns=all&rows=roomy",
    "/runs/latest/cases/too_late?set=demo&diff=unified",
  ];
  for (const path of paths) {
    await page.goto(`${web.origin}${path}`);
    await settle(page);
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
    const said = () => page.locator("main").innerText();
    const before = await said();
    await page.reload();
    await expect.poll(said, { message: path }).toBe(before);
  }
  expect(problems).toEqual([]);
});

test("by keyboard alone: from the list of runs to the reason of a failure, and on to the next", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs`);
  await page
    .getByRole("link", { name: /failed/ })
    .first()
    .waitFor();
  await page.keyboard.press("j");
  // Enter is for whatever has the focus by then
  await page.locator("a:focus").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("grid").waitFor();
  await page.locator('[data-cell="0:0"]').waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("p");
  const spoken = () =>
    page.evaluate(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.title",
    );
  await page.keyboard.press("ArrowRight");
  expect(await spoken()).toMatch(
    /^in_euros, trajectory, 0\.00, below the threshold 1\.00, failed$/,
  );
  await page.keyboard.press("Enter");
  await page.getByText("convert was never called").first().waitFor();
  const next = page.getByRole("heading", { name: "also_euros" });
  // where the next failure is comes after the conversation
  await expect
    .poll(
      async () => {
        if ((await next.count()) === 0) await page.keyboard.press("n");
        return await next.count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(1);
});

test("Enter on any cell of a case opens it, also where its agent failed", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const cell = page.getByRole("img", { name: "breaks, trajectory, not evaluated, agent error" });
  for (const keys of [["Enter"], ["End", "Enter"]]) {
    await page.goto(`${web.origin}/runs/latest`);
    await cell.focus();
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole("heading", { name: "breaks", level: 1 }).waitFor();
  }
});

test("a threshold that is moved recolours the matrix, says what would pass, and stands in the address", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest`);
  const handle = page.getByRole("slider", { name: "What-if threshold, response" });
  await handle.focus();
  await page.keyboard.press("Home");
  await page.getByText("What-if, not saved:").waitFor();
  expect(page.url()).toContain("whatif=response_match_score");
  await page.getByText(/response ≥ 0 instead of 0\.9/).waitFor();
  const cell = page.getByRole("link", {
    name: /in_euros, response, .* passed, what-if: it failed/,
  });
  await cell.waitFor();
  await page.reload();
  await cell.waitFor();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await cell.waitFor({ state: "detached" });
});

test("failures with one cause stand together, with an example and since when", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest?tab=clusters`);
  const cause = page.getByRole("article").filter({ hasText: "convert never called" });
  await cause.getByText("in all of the last 2 runs").waitFor();
  const text = await cause.innerText();
  expect(text).toMatch(/^2 of 4/);
  expect(text).toContain("in_euros");
  expect(text).toContain("also_euros");
  expect(text).toContain('currency: "USD"');
  await cause.getByRole("link", { name: /in_euros/ }).click();
  await page.getByText("convert was never called").first().waitFor();
});

test("what is missing is said in words, and no number stands in its place", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest`);
  const unwritten = page.getByRole("row", { name: /unwritten/ });
  await unwritten.getByText("no reference").first().waitFor();
  expect(await unwritten.innerText()).not.toMatch(/0\.00(?! s)/);
  await page.goto(`${web.origin}/runs/latest/cases/unwritten?set=demo`);
  await page.getByText("There is no reference to compare it with.").waitFor();
  await page.goto(`${web.origin}/runs/latest/cases/breaks?set=demo`);
  await page.getByText("This turn broke off before it had ended.").waitFor();
  await page.goto(`${web.origin}/runs/latest?tab=cost`);
  await page.getByText("the agent reports no model and tokens", { exact: false }).waitFor();
});

test("an answer of 500, or a value that is null, blanks nothing and changes no number", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.route("**/api/v1/runs/*/clusters", (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: "server/failed", message: "It broke." } },
    }),
  );
  await page.goto(`${web.origin}/runs/latest?tab=clusters`);
  await page.getByText("It broke.").waitFor();
  await page.getByText("4 cases failed of 6.").first().waitFor();
  await page.route("**/api/v1/runs/*/columns*", async (route) => {
    const answer = await route.fetch();
    const columns = (await answer.json()) as { metrics: { mean: unknown; interval: unknown }[] };
    for (const metric of columns.metrics) Object.assign(metric, { mean: null, interval: null });
    await route.fulfill({ json: columns });
  });
  await page.goto(`${web.origin}/runs/latest`);
  await page.getByText("none scored").first().waitFor();
  expect(await page.locator("tfoot").innerText()).not.toMatch(/NaN|0\.00(?! s)|null/);
});

test("a run that was cut off says so, keeps what it has, and is resumed", async () => {
  const cwd = workspace(
    Object.fromEntries(["a", "b", "c", "d"].map((id) => [`wait_${id}`, "Refund slowly"])),
  );
  const web = await startWeb(cwd);
  const answer = await web.post("/api/v1/runs", { agent: "shop", concurrency: 1 });
  const { runId } = (await answer.json()) as { runId: string };
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/${runId}`);
  const other = await page.context().newPage();
  await other.goto(`${web.origin}/runs/${runId}`);
  await page
    .getByText(/[1-9] of 10 cases have ended/)
    .first()
    .waitFor();
  await page.getByText("not begun").first().waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Interrupted").waitFor();
  // the other tab learns of it by itself
  await other.getByText("Interrupted").waitFor();
  await page
    .getByText(/cases? never ran\./)
    .first()
    .waitFor();
  await page.getByRole("button", { name: /Resume \d remaining/ }).click();
  await page.getByText("4 cases failed of 10.").first().waitFor({ timeout: 30_000 });
});

test("a call that came late has a line from where it was expected to where it was made", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest/cases/too_late?set=demo`);
  await page.getByText("Called in another place").waitFor();
  expect(await page.locator(".mv.from").count()).toBe(1);
  expect(await page.locator(".mv.to").count()).toBe(1);
  await page.keyboard.press("d");
  await page.waitForURL(/diff=unified/);
});
