import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { startWeb } from "./web-server.ts";

/** Refunds too little, forgets to look things up, breaks, and waits, as it is told. */
const agent = `
export async function rootAgent(text, { turn }) {
  if (text.includes("break")) throw new Error("The order service is away.");
  if (text.includes("slowly")) await new Promise((done) => setTimeout(done, 2500));
  turn.call("1", "get_order", { order: "17" });
  turn.result("1", "get_order", { output: {} });
  if (!text.includes("forget")) {
    turn.call("2", "refund", { order: "17", cents: text.includes("little") ? 12 : 1200 });
    turn.result("2", "refund", { output: {} });
  }
  return text.includes("<") ? text : "Order 17 is refunded.";
}`;

const calls = [
  { name: "get_order", args: { order: "17" } },
  { name: "refund", args: { order: "17", cents: 1200 } },
];

const users: Readonly<Record<string, string>> = {
  fine: "Refund order 17",
  too_little: "Refund a little of order 17",
  forgotten: "Refund order 17, and forget the rest",
  broken: "Refund order 17 and break",
  hostile: "<img src=x onerror=alert(1)><script>alert(2)</script>",
};

function workspace(more: Readonly<Record<string, string>> = {}): string {
  const cases = Object.entries({ ...users, ...more }).map(
    ([id, user]) => [id, { user, answer: "Order 17 is refunded.", calls }] as const,
  );
  return project({
    "shop/agent.mjs": agent,
    "shop/refunds.evalset.json": evalSet(Object.fromEntries(cases)),
  });
}

test("a failure is found and understood from the list of runs, with mouse or keyboard", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openPage(await openBrowser(), web.link);
  await page
    .getByRole("link", { name: /failed/ })
    .first()
    .click();
  await page.getByText("4 cases failed of 5.").first().waitFor();
  await page.getByText("20%").waitFor();
  await page
    .getByRole("link", { name: /too_little/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await page.getByText("Turn 1: In refund, cents is 12 where 1200 was expected.").first().waitFor();
  const diff = page.getByRole("region", { name: "What happened" });
  expect(await diff.innerText()).toMatch(/1 match, 1 changed/);
  await page.goBack();
  await page
    .getByRole("link", { name: /forgotten/ })
    .first()
    .click();
  await page.getByText("Never called", { exact: true }).waitFor();
  expect(problems).toEqual([]);
  // nobody else was asked for anything
  expect([...origins]).toEqual([web.origin]);
});

test("what an agent says is text, wherever it is shown", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  let alerts = 0;
  page.on("dialog", (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await page.goto(`${web.origin}/runs/latest/cases/hostile?set=demo`);
  await page.getByText("onerror=alert(1)").first().waitFor();
  expect(await page.locator("main img, main script").count()).toBe(0);
  expect(alerts).toBe(0);
  expect(problems).toEqual([]);
});

test("what broke is told apart from what was wrong, and nothing that is missing looks like a score", async () => {
  const cwd = workspace();
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest`);
  const row = page.getByRole("row", { name: /broken/ });
  await row.getByRole("img", { name: "errored" }).waitFor();
  expect(await row.innerText()).toContain("agent error");
  expect(await row.innerText()).not.toMatch(/0\.00(?! s)/);
  await row.getByRole("link").first().click();
  await page.getByText("The agent failed: The order service is away.").waitFor();
  await page.getByText("2 expected, 0 made").waitFor();
  await page.getByText("No answer.").waitFor();
});

test("a run of the terminal fills its row while it goes on, and a restart of the server loses nothing", async () => {
  const cwd = workspace({ later: "Refund order 17 slowly", last: "Refund order 17 slowly" });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs`);
  await page.getByText("No runs yet.").waitFor();
  const running = assay(["eval", "shop", "-j", "1"], { cwd });
  await page.getByRole("link", { name: /running/ }).click();
  await page
    .getByText(/[1-6] of 7 cases have ended/)
    .first()
    .waitFor();
  await web.end("SIGKILL");
  await startWeb(cwd, [], Number(new URL(web.origin).port));
  await running;
  await page.getByText("4 cases failed of 7.").first().waitFor({ timeout: 20_000 });
});

test("whoever was not let in is told how to get in", async () => {
  const web = await startWeb(workspace());
  const { page } = await openPage(await openBrowser(), `${web.origin}/runs`);
  await page.getByText("Open the link that the terminal shows").first().waitFor();
});
