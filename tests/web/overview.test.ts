import { expect, test } from "vitest";
import { assay, project } from "../cli/assay.ts";
import { barriers, barriersInThemes, settle } from "./barriers.ts";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { caseNames, refundProject, refundRun } from "./refund-runs.ts";
import { startWeb } from "./web-server.ts";

test("an empty folder has three doors, each with a command that names the real port", async () => {
  const web = await startWeb(project({ "readme.txt": "" }));
  const { page, problems } = await openPage(await openBrowser(), web.link);
  for (const door of ["I have an agent", "I have traces", "I have an eval set file"]) {
    await page.getByRole("heading", { name: door }).waitFor();
  }
  await page.getByText(`--port ${new URL(web.origin).port}`).waitFor();
  await page.getByText("npx assay eval home-automation").waitFor();
  expect(await barriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("what broke since somebody looked comes first, with the reason, until it is marked as seen", async () => {
  const cwd = refundProject(6);
  await refundRun(cwd, {});
  await refundRun(cwd, { wrong: ["case_2"], broken: ["case_5"] });
  const web = await startWeb(cwd);
  const { page, problems } = await openPage(await openBrowser(), web.link);
  await page.getByText("In the last run of each agent: 2 cases broke").waitFor();
  const broke = page.getByRole("region", { name: "Broke" });
  await broke.getByText("refund: cents is wrong").waitFor();
  await broke.getByRole("img", { name: "errored" }).waitFor();
  const row = page.getByRole("row", { name: /shop/ }).first();
  expect(await row.innerText()).toMatch(/67%[\s\S]*4 of 6/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/cases\/case_2/);
  await page.goBack();
  await page.getByRole("button", { name: "Mark as seen" }).click();
  await page.getByText(/Since you last looked, today at .*, nothing changed\./).waitFor();
  await page.reload();
  await page.getByText(/nothing changed\./).waitFor();
  expect(problems).toEqual([]);
});

test("a run that goes on is told on every screen, and nothing on the overview moves for it", async () => {
  const cwd = refundProject(12);
  await refundRun(cwd, {});
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), web.link);
  const title = page.getByRole("heading", { name: "Recent runs" });
  await title.waitFor();
  const before = await title.boundingBox();
  const running = refundRun(cwd, { hanging: ["case_9"] }, ["-j", "1", "--timeout", "6"]);
  const pill = page.getByRole("link", { name: /of 12/ });
  await pill.waitFor();
  expect(await title.boundingBox()).toEqual(before);
  await page.goto(`${web.origin}/runs`);
  const row = page.getByRole("row", { name: /running/ });
  // the case that hangs is still to come, and so nothing is left without a score
  await expect.poll(async () => (await row.getByRole("cell").allInnerTexts())[4]).toBe("0");
  await page.goto(`${web.origin}/agents/shop`);
  await page.getByText("It does not say which tools and agents it has").waitFor();
  await pill.waitFor();
  await pill.click();
  await page.waitForURL(/\/runs\/20/);
  await running;
  await pill.waitFor({ state: "detached" });
});

test("a server that is gone is told, what is on screen stays, and it goes on when the server is back", async () => {
  const cwd = refundProject(4);
  await refundRun(cwd, { wrong: ["case_1"] });
  const web = await startWeb(cwd);
  const browser = await openBrowser();
  const { page, context } = await openPage(browser, web.link);
  const second = await context.newPage();
  await second.goto(`${web.origin}/agents/shop`);
  await page.getByText("Connected", { exact: true }).waitFor();
  await second.getByText("Connected", { exact: true }).waitFor();
  for (const each of [page, second]) await each.getByText("75%").first().waitFor();
  await web.end("SIGKILL");
  for (const each of [page, second]) {
    await each.getByText("The server does not answer.").waitFor();
    await each.getByText("75%").first().waitFor();
  }
  await refundRun(cwd, {});
  await startWeb(cwd, [], Number(new URL(web.origin).port));
  await page.getByText("Connected", { exact: true }).waitFor();
  await page.getByText("100%").first().waitFor();
  await second.getByText("100%").first().waitFor();
});

test("nobody is kept out, and a second look is the same page, in light and in dark", async () => {
  const cwd = refundProject(5);
  await refundRun(cwd, {});
  await refundRun(cwd, { wrong: ["case_2"], broken: ["case_3"] });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  for (const path of [
    "/",
    "/agents",
    "/agents/shop",
    "/agents/nobody",
    "/runs?filter=status:failed",
  ]) {
    await page.goto(`${web.origin}${path}`);
    await settle(page);
    const said = () => page.locator("h1, .lead").allInnerTexts();
    const text = await said();
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
    await page.reload();
    await expect.poll(said, { message: path }).toEqual(text);
  }
});

test("the list of runs is narrowed down by what is typed, and the address says it", async () => {
  const cwd = refundProject(3);
  await refundRun(cwd, {});
  await refundRun(cwd, { wrong: caseNames(3) });
  const web = await startWeb(cwd);
  const { page, problems } = await openPage(await openBrowser(), web.link);
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.getByText("2 runs, the newest first.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("status:failed rate:<50%");
  await page.getByText("One run is like that.").waitFor();
  await page.reload();
  await page.getByText("One run is like that.").waitFor();
  await page.getByRole("button", { name: "Without status:failed" }).click();
  await page.getByRole("button", { name: "Without rate:<0.5" }).click();
  await page.getByText("2 runs, the newest first.").waitFor();
  const refused = await web.json("/api/v1/runs?filter=tool:refund");
  expect(refused).toMatchObject({ error: { message: expect.stringContaining("said of cases") } });
  expect(problems).toEqual([]);
});

test("what is new is told by the terminal's own figures", async () => {
  const cwd = refundProject(4);
  await refundRun(cwd, { wrong: ["case_1", "case_2"] });
  const web = await startWeb(cwd);
  const listed = await assay(["runs"], { cwd });
  expect(listed.stdout).toContain("2 passed, 2 failed");
  expect(await web.json("/api/v1/overview")).toMatchObject({
    runs: 1,
    agents: [{ agent: "shop", last: { passed: 2, failed: 2, passRate: 0.5 } }],
    news: { broke: [], recovered: [], flaky: [] },
  });
});
