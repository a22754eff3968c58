import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { project } from "../cli/assay.ts";
import { barriers, barriersInThemes } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import { startWeb } from "./web-server.ts";

/** Looks an order up, refunds it, and waits where it is told to. */
const agent = `
export async function* rootAgent(text, { turn, state }) {
  state.asked = (state.asked ?? 0) + 1;
  if (text.includes("slowly")) await new Promise((done) => setTimeout(done, 60_000));
  if (text.includes("break")) throw new Error("The order service is away.");
  const order = /\\d+/.exec(text)?.[0];
  if (order !== undefined) {
    turn.call("1", "get_order", { order, at: "2026-11-14T10:00:00Z" });
    turn.result("1", "get_order", { output: { total: 12 } });
    turn.call("2", "refund", { order, cents: 1200, note: "The customer asked for it" });
    turn.result("2", "refund", { output: { ok: true } });
  }
  yield "Order " + order;
  yield " is refunded.";
}`;

function workspace(): string {
  return project({ "shop/agent.mjs": agent });
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message to shop" }).fill(text);
  await page.keyboard.press("Enter");
}

test("a chat shows what the agent does, and becomes a case of a new set", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await page.getByText("Say something to shop.").waitFor();
  await say(page, "Refund order 17, please");
  const transcript = page.getByRole("region", { name: "Transcript" });
  await transcript.getByText("Order 17 is refunded.").waitFor();
  await page.waitForURL(/\/agents\/shop\/chat\/[^/]+$/);
  await transcript.getByRole("link", { name: /^refund/ }).click();
  const inspector = page.getByRole("complementary", { name: "Selected step" });
  await inspector.getByRole("link", { name: "Request" }).click();
  await inspector.getByText('"cents": 1200').waitFor();
  await inspector.getByRole("link", { name: "State" }).click();
  await inspector.getByText("new → 1").waitFor();
  await inspector.getByRole("link", { name: "Graph" }).click();
  await inspector.getByRole("img", { name: /called get_order once, refund once/ }).waitFor();
  await inspector.getByRole("link", { name: "Trace", exact: true }).click();
  await inspector.getByRole("link", { name: "get_order" }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await page.getByRole("button", { name: /Capture as case/ }).click();
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet
    .getByText("2 expected steps. 4 of 5 arguments are compared. 1 of them by meaning")
    .waitFor();
  const note = sheet.getByRole("combobox", { name: "How refund, note is compared" });
  expect(await note.inputValue()).toBe("semantic");
  await sheet.getByRole("textbox", { name: "Case id" }).fill("refund_17");
  await sheet.getByRole("combobox", { name: "Set" }).selectOption({ label: "a new set" });
  await sheet.getByRole("textbox", { name: "Id of the new set" }).fill("refunds");
  await note.selectOption("regex");
  await sheet.getByRole("textbox", { name: "Expression of refund, note" }).fill("asked");
  await sheet.getByRole("button", { name: "Save case" }).click();
  await page.getByText("Case refund_17 is saved.").waitFor();
  const saved = JSON.parse(readFileSync(join(cwd, "shop/refunds.evalset.json"), "utf8"));
  expect(saved.eval_cases).toMatchObject([
    {
      eval_id: "refund_17",
      conversation: [
        {
          intermediate_data: {
            tool_uses: [
              { name: "get_order" },
              { name: "refund", args: { order: "17", cents: 1200 } },
            ],
          },
        },
      ],
      assay: {
        args: { get_order: { at: { ignore: true } }, refund: { note: { regex: "asked" } } },
      },
    },
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => JSON.parse(readFileSync(join(cwd, "shop/refunds.evalset.json"), "utf8")).eval_cases)
    .toEqual([]);
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("by keyboard alone a conversation is led, captured and saved", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await page.getByText("Say something to shop.").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("Refund order 5");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit and resend" }).waitFor();
  await page.getByRole("region", { name: "Transcript" }).focus();
  await page.keyboard.press("j");
  await page.waitForURL(/step=1-1/);
  await page.keyboard.press("c");
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet.getByRole("button", { name: "Save case" }).waitFor();
  await sheet.getByRole("button", { name: "Save case" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Case refund_order_5 is saved.").waitFor();
  expect(existsSync(join(cwd, "shop/captured.evalset.json"))).toBe(true);
});

test("what looks like a key does not come into a case, and the sheet says so", async () => {
  const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123";
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await say(page, `Refund order 17 with ${key}`);
  await page.getByRole("button", { name: "Edit and resend" }).waitFor();
  await page.getByRole("button", { name: /^Capture as case/ }).click();
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet.getByText(/1 secret removed\./).waitFor();
  await sheet.getByText("Refund order 17 with [secret removed]").waitFor();
  await sheet.getByRole("button", { name: "Save case" }).click();
  await page.getByText(/^Case .* is saved\.$/).waitFor();
  const written = readFileSync(join(cwd, "shop/captured.evalset.json"), "utf8");
  expect(written).toContain("[secret removed]");
  expect(written).not.toContain("abcdefghijklmnopqrstuvwxyz");
});

test("an agent at work can be stopped, a failure says why, and neither ends the chat", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await say(page, "Wait slowly");
  await page.getByRole("button", { name: /Stop/ }).click();
  await page.getByText(/Turn 1 did not end well/).waitFor();
  await say(page, "Now break");
  await page
    .getByText(/The order service is away/)
    .first()
    .waitFor();
  await say(page, "Refund order 9");
  await page.getByText("Order 9 is refunded.").waitFor();
  // all of it is on record
  await page.reload();
  await page.getByText("Order 9 is refunded.").waitFor();
  await page
    .getByText(/The order service is away/)
    .first()
    .waitFor();
});

test("a turn said in other words goes on in a new chat, and the old one stays", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await say(page, "Refund order 1");
  await page.getByText("Order 1 is refunded.").waitFor();
  await say(page, "Refund order 2");
  await page.getByText("Order 2 is refunded.").waitFor();
  const first = page.url();
  await expect.poll(() => page.getByRole("button", { name: "Edit and resend" }).count()).toBe(2);
  await page.getByRole("button", { name: "Edit and resend" }).last().click();
  await page.getByRole("textbox", { name: "Turn 2 in other words" }).fill("Refund order 3");
  await page.getByRole("button", { name: "Send in a new chat" }).click();
  await page.getByText("Order 3 is refunded.").waitFor();
  await page.getByText("Order 1 is refunded.").waitFor();
  expect(page.url()).not.toBe(first);
  await page.getByRole("link", { name: "forked after 1 turn" }).click();
  await page.getByText("Order 2 is refunded.").waitFor();
});

test("the state that the next turn begins with can be changed, and a mistake in it is told", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await say(page, "Hello");
  await page.getByRole("button", { name: "State 1 key" }).click();
  const field = page.getByRole("textbox", { name: "State as JSON" });
  await field.fill('{ "asked": ');
  await page.getByText(/This is no JSON/).waitFor();
  await field.fill('{ "asked": 41 }');
  await page.getByRole("button", { name: "Save state" }).click();
  await field.waitFor({ state: "hidden" });
  await say(page, "Hello again");
  const inspector = page.getByRole("complementary", { name: "Selected step" });
  await page.getByRole("heading", { name: "Turn 2" }).waitFor();
  await inspector.getByRole("link", { name: "State" }).click();
  await inspector.getByText("→ 42").waitFor();
});

test("nobody is kept out of the playground, in light and in dark", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await page.getByText("Say something to shop.").waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
  await say(page, "Refund order 17");
  await page.getByText("Order 17 is refunded.").waitFor();
  for (const search of [
    "?step=1-1",
    "?step=1-1&pane=request",
    "?pane=state",
    "?pane=graph",
    "?capture=true",
  ]) {
    await page.goto(`${page.url().split("?")[0]}${search}`);
    await page.getByText("Order 17 is refunded.").first().waitFor();
    expect({ search, found: await barriersInThemes(page) }).toEqual({ search, found: [] });
  }
});

/** Says which model it is asked to be. */
const takesModel = `
import { agentFactory } from "assay/agents";
export const rootAgent = agentFactory(({ model }) => ({
  name: "model",
  start() {
    return {
      resumed: true,
      async send({ text }, turn) {
        if (text.includes("slowly")) await new Promise((done) => setTimeout(done, 60_000));
        return (model ?? "its own model") + " heard: " + text;
      },
    };
  },
}), { takesModel: true, resumes: true });`;

test("the same is said to two models side by side, stopped in both, and each goes on alone", async () => {
  const cwd = project({ "desk/agent.mjs": takesModel });
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(resolve(import.meta.dirname, "../.."), join(cwd, "node_modules/assay"));
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/desk/chat`);
  const field = page.getByRole("textbox", { name: "Message to" });
  await field.fill("Hello");
  await page.keyboard.press("Enter");
  await page.getByText("its own model heard: Hello").waitFor();
  await page.getByRole("button", { name: /^Split/ }).click();
  const dialog = page.getByRole("dialog", { name: "Put another beside it" });
  await dialog.getByText("It begins with the turn so far.").waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByLabel("Model").fill("gemini-2.5-pro");
  await page.keyboard.press("Enter");
  const one = page.getByRole("region", { name: "One side", exact: true });
  const other = page.getByRole("region", { name: "The other side", exact: true });
  await other.getByText("gemini-2.5-pro").first().waitFor();
  await field.fill("And now?");
  await page.keyboard.press("Enter");
  await one.getByText("its own model heard: And now?").waitFor();
  await other.getByText("gemini-2.5-pro heard: And now?").waitFor();
  expect(await barriers(page)).toEqual([]);
  await field.fill("slowly");
  await page.keyboard.press("Enter");
  await one.getByText("The agent is at work").waitFor({ state: "attached" });
  await other.getByText("The agent is at work").waitFor({ state: "attached" });
  await field.focus();
  await page.keyboard.press("Escape");
  await one.getByText("Stopped while").waitFor();
  await other.getByText("Stopped while").waitFor();
  // the address has both
  await page.reload();
  await other.getByText("gemini-2.5-pro heard: And now?").waitFor();
  await one.getByRole("link", { name: "Close" }).click();
  await page.getByText("gemini-2.5-pro heard: And now?").waitFor();
  expect(page.url()).not.toContain("other=");
  expect(problems).toEqual([]);
});

test("an agent that takes no model says so on its side, and the other answers", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop/chat`);
  await page.getByText("Say something to shop.").waitFor();
  await page.keyboard.press("b");
  await page.getByLabel("Model").fill("gemini-2.5-pro");
  await page.keyboard.press("Enter");
  const other = page.getByRole("region", { name: "The other side", exact: true });
  await other.waitFor();
  await page.getByRole("textbox", { name: "Message to" }).fill("Refund order 17");
  await page.keyboard.press("Enter");
  const one = page.getByRole("region", { name: "One side", exact: true });
  await one.getByText("Order 17 is refunded.").waitFor();
  await other.getByRole("alert").getByText("cannot be given the model gemini-2.5-pro").waitFor();
});
