import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";
import { filledWorkspace } from "./filled-workspace.ts";
import { addressesOf } from "./screen-addresses.ts";

const broken = { error: { code: "server/failed", message: "Something went wrong (a1b2c3)." } };

test("a server that answers 500 is told on every screen, and none is blank", {
  timeout: 240_000,
}, async () => {
  const { web, known } = await filledWorkspace({ words: "words", file: "", id: "" });
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.route("**/api/v1/**", (route) => route.fulfill({ status: 500, json: broken }));
  const silent: string[] = [];
  // a list of runs to choose from, and how to begin, are screens that ask for nothing of their own at first
  // nor does the way in, which is none of the API
  const { "/sign-in": _, ...screens } = addressesOf;
  for (const [address] of Object.values(screens).map((of) => of(known))) {
    await page.goto(`${web.origin}${address}`);
    const told = page.getByText("Something went wrong (a1b2c3).").first();
    await told.waitFor({ timeout: 15_000 }).catch(() => silent.push(address ?? ""));
  }
  expect(silent).toEqual([]);
  expect(problems.filter((each) => !/status of 500/.test(each))).toEqual([]);
});

/** Ends its process, answers without a reference, or is fine. */
const agent = `
export async function rootAgent(text, { turn }) {
  turn.call("1", "look", {});
  turn.result("1", "look", { output: {} });
  if (text.includes("crash")) process.exit(0);
  return "fine";
}`;

test("a crashed agent, an unscored metric and a missing reference are told as that, and are in no mean", async () => {
  const cwd = project({
    "bot/agent.mjs": agent,
    "bot/demo.evalset.json": evalSet({
      fine: { user: "hello", answer: "fine", calls: [{ name: "look", args: {} }] },
      crashed: { user: "crash", answer: "fine", calls: [{ name: "look", args: {} }] },
      unreferenced: { user: "hello", calls: [{ name: "look", args: {} }] },
    }),
  });
  await assay(["eval", "bot"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await row("crashed").getByRole("img", { name: "errored" }).waitFor();
  expect(await row("crashed").innerText()).toContain("agent error");
  expect(await row("crashed").innerText()).not.toMatch(/\b[01]\.00\b/);
  expect(await row("unreferenced").innerText()).toContain("no reference");
  // the mean is over the one case that has a score, and says so
  const foot = page.locator("tfoot td").nth(1);
  expect(await foot.getAttribute("title")).toBe("over 1 of 3 cases");
  expect(await foot.innerText()).toMatch(/^1\.00/);
  await row("crashed").getByRole("link").first().click();
  await page.getByText("The agent called process.exit(0).").first().waitFor();
  await page
    .getByText("The conversation failed before metrics could be asked: agent error.")
    .waitFor();
});
