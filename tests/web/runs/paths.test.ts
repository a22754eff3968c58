import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { barriers } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";

/** Goes another way in every third conversation, and gives no answer that anybody expected there. */
const agent = `
let begun = 0;
export async function rootAgent(text, { turn }) {
  const isOther = begun++ % 3 === 1;
  for (const name of ["find", isOther ? "search" : "check", "refund"]) {
    turn.call(name, name, {});
    turn.result(name, name, { output: {} });
  }
  return isOther ? "No." : "Order 17 is refunded.";
}`;

test("the ways of all trials are one drawing, whose lines say which trials went along them", async () => {
  const cwd = project({
    "shop/agent.mjs": agent,
    "shop/demo.evalset.json": evalSet({
      one: { user: "Refund order 17", answer: "Order 17 is refunded." },
    }),
  });
  await assay(["eval", "shop", "-n", "3", "-j", "1", "--criterion", "response_match_score=0.9"], {
    cwd,
  });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest/cases/one?set=demo`);
  await page.getByText("2 different ways. pass@3 100%, pass^3 0%.").waitFor();
  for (const key of ["g", "p"]) await page.keyboard.press(key);
  await page.getByText("3 trials went 2 ways.", { exact: true }).waitFor();
  expect(await barriers(page)).toEqual([]);
  const table = page.getByRole("table", { name: "Steps from one to the next" });
  const rows = async () =>
    (await table.getByRole("row").allInnerTexts())
      .slice(1)
      .map((row) => row.split(/\s+/).join(" "));
  expect(await rows()).toEqual([
    "turn 1 find 1 2 3",
    "find check 1 3",
    "check refund 1 3",
    "refund the end 1 2 3",
    "find search 2",
    "search refund 2",
  ]);
  // by keys
  await table.getByRole("button", { name: "search" }).press("Enter");
  const said = page.getByRole("status").filter({ hasText: "From" });
  await said.getByText("From search to refund: trial 2, of which 0 passed.").waitFor();
  // by mouse: the second line that was drawn leads from find to check
  await page.locator(".pathgraph").scrollIntoViewIfNeeded();
  const line = await page.locator(".pathgraph .reach").nth(1).boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = line ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  await said.getByText("From find to check: trials 1, 3, of which 2 passed.").waitFor();
  await page.reload();
  await said.getByText("From find to check: trials 1, 3, of which 2 passed.").waitFor();
  await table.getByRole("link", { name: "2" }).first().click();
  await page.waitForURL(/trial=2/);
  await page.getByRole("link", { name: "Back to the turns" }).click();
  await page.getByRole("heading", { name: "Turn 1 of 1" }).waitFor();
  expect(problems).toEqual([]);
});
