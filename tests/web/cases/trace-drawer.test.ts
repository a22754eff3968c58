import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { barriersInThemes } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";

/** Refunds the wrong amount, and looks the order up twice. */
const agent = `
export async function rootAgent(text, { turn }) {
  for (const [id, name, args] of [
    ["1", "get_order", { order: "17" }],
    ["2", "get_order", { order: "17" }],
    ["3", "refund", { order: "17", cents: 12 }],
  ]) {
    turn.call(id, name, args);
    turn.result(id, name, { output: {} });
  }
  return "Order 17 is refunded.";
}`;

const calls = [
  { name: "get_order", args: { order: "17" } },
  { name: "refund", args: { order: "17", cents: 1200 } },
];

async function openCase(query = "") {
  const cwd = project({
    "shop/agent.mjs": agent,
    "shop/demo.evalset.json": evalSet({
      one: { user: "Refund order 17", answer: "Order 17 is refunded.", calls },
    }),
  });
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const watched = await openBlankPage(await openBrowser(), web.link);
  await watched.page.goto(`${web.origin}/runs/latest/cases/one?set=demo${query}`);
  await watched.page.getByRole("heading", { name: "one" }).waitFor();
  return { ...watched, web };
}

const parts = (page: Page) => {
  const drawer = page.getByRole("region", { name: "Trace", exact: true });
  return {
    drawer,
    spans: drawer.getByRole("region", { name: "Spans" }),
    litSpan: drawer.locator(".wf li[aria-current]"),
    litStep: page.locator(".st[aria-current]"),
  };
};

test("t opens the trace below the turn; steps and spans lead to each other by keys alone", async () => {
  const { page, problems } = await openCase();
  const { drawer, spans, litSpan, litStep } = parts(page);
  await page.keyboard.press("t");
  await spans.waitFor();
  await spans.and(page.locator(":focus")).waitFor();
  for (const key of ["j", "j"]) await page.keyboard.press(key);
  await page.waitForURL(/trace=true&step=2|step=2&trace=true/);
  await expect.poll(() => litSpan.innerText()).toContain("get_order");
  await page.keyboard.press("j");
  await expect.poll(() => litSpan.innerText()).toContain("refund");
  // the second call of a tool is its second span
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => litStep.innerText()).toContain("get_order");
  await page.waitForURL(/span=/);
  // an address leads to exactly this
  const lit = await litStep.innerText();
  await page.reload();
  await expect.poll(() => litSpan.innerText()).toContain("get_order");
  expect(await litStep.innerText()).toBe(lit);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
  expect(page.url()).not.toMatch(/trace=|span=/);
  expect(problems).toEqual([]);
});

test("by mouse: a step lights its span, a span its step, and the explorer opens there", async () => {
  const { page, problems } = await openCase();
  const { drawer, spans, litSpan, litStep } = parts(page);
  await page.getByRole("button", { name: "Trace", exact: true }).click();
  await page.getByRole("button", { name: "Step 3" }).click();
  await expect.poll(() => litSpan.innerText()).toContain("refund");
  await spans.getByRole("link", { name: "get_order" }).first().click();
  await expect.poll(() => litStep.innerText()).toContain("get_order");
  const id = new URL(page.url()).searchParams.get("span") ?? "";
  expect(id).not.toBe("");
  await drawer.getByRole("link", { name: "Open in the explorer" }).click();
  await page.getByRole("heading", { name: "Trace of one" }).waitFor();
  expect(new URL(page.url()).searchParams.get("span")).toBe(id);
  const inspector = page.getByRole("complementary", { name: "Selected span" });
  await inspector.getByText("get_order").first().waitFor();
  await page.keyboard.press("t");
  await page.getByRole("heading", { name: "one", exact: true }).waitFor();
  await expect.poll(() => litSpan.innerText()).toContain("get_order");
  await expect.poll(() => litStep.innerText()).toContain("get_order");
  expect(problems).toEqual([]);
});

test("the open trace keeps nobody out, in light and in dark", async () => {
  const { page } = await openCase("&trace=true&step=2");
  await parts(page).litSpan.waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await barriersInThemes(page)).toEqual([]);
});
