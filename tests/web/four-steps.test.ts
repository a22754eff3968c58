import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { startWeb } from "./web-server.ts";

const examples = resolve(import.meta.dirname, "../../examples");
const AGENT = "home-automation";

/** The shipped examples, in a folder that may be written to. */
function shipped(): string {
  const cwd = mkdtempSync(join(tmpdir(), "assay-four-steps-"));
  const isOurs = (path: string) => !/node_modules|\.assay|\.adk/.test(path.slice(examples.length));
  cpSync(examples, cwd, { recursive: true, filter: isOurs });
  return cwd;
}

interface WrittenCase {
  readonly eval_id: string;
  readonly conversation: readonly { readonly final_response: { readonly parts: unknown } }[];
}

function casesIn(cwd: string, file: string): readonly WrittenCase[] {
  const text = readFileSync(join(cwd, AGENT, file), "utf8");
  return (JSON.parse(text) as { eval_cases: readonly WrittenCase[] }).eval_cases;
}

/** The failure says what was expected, what happened, and why. */
async function seesWhy(page: Page): Promise<void> {
  await page.getByRole("region", { name: "What happened" }).waitFor();
  await page.getByText("The lights are purple.").first().waitFor();
  await page
    .getByText(/The bedroom light is off|bedroom/)
    .first()
    .waitFor();
}

test("chat, capture, edit, run and look, on the shipped examples, by mouse", async () => {
  const cwd = shipped();
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  // 1: chat, and keep it as a case
  await page.goto(`${web.origin}/agents/${AGENT}`);
  await page.getByRole("link", { name: "Chat" }).click();
  await page.getByRole("textbox", { name: /^Message to/ }).fill("Turn off the bedroom lights");
  await page.getByRole("button", { name: /^Send/ }).click();
  await page.getByRole("button", { name: "Edit and resend" }).waitFor();
  await page.getByRole("button", { name: /^Capture as case/ }).click();
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet.getByRole("textbox", { name: "Case id" }).fill("bedroom_off");
  await sheet
    .getByRole("combobox", { name: "Set", exact: true })
    .selectOption({ label: "a new set" });
  await sheet.getByRole("textbox", { name: "Id of the new set" }).fill("captured");
  await sheet.getByRole("button", { name: "Save case" }).click();
  await page.getByText("Case bedroom_off is saved.").waitFor();
  // 2: every set is listed; the case is opened and edited, and one of another set deleted
  await page.goto(`${web.origin}/sets`);
  await page.getByText("home-automation/smoke.evalset.json", { exact: true }).waitFor();
  await page.getByText("home-automation/comfort/lights.test.json").waitFor();
  await page.goto(`${web.origin}/sets/captured`);
  await page.getByRole("link", { name: /bedroom_off/ }).click();
  await page.getByLabel("Reference answer").fill("The lights are purple.");
  await page.getByRole("button", { name: /Save case/ }).click();
  await page.getByText("Saved bedroom_off.").waitFor();
  expect(casesIn(cwd, "captured.evalset.json")[0]?.conversation[0]?.final_response.parts).toEqual([
    { text: "The lights are purple." },
  ]);
  // 3: choose, set a threshold, run, and watch
  await page.goto(`${web.origin}/sets/captured`);
  await page.getByRole("button", { name: /^Run/ }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Run/ });
  await dialog.getByLabel("Threshold of Response").fill("0.9");
  await dialog.getByRole("button", { name: "Start 1 conversation" }).click();
  await page.waitForURL(/\/runs\/20/);
  // 4: what failed, and why
  await page
    .getByText(/1 case failed/)
    .first()
    .waitFor();
  await page
    .getByRole("link", { name: /bedroom_off/ })
    .first()
    .click();
  await seesWhy(page);
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("the same four steps by keyboard alone", async () => {
  const cwd = shipped();
  const web = await startWeb(cwd);
  const { page } = await openPage(await openBrowser(), web.link);
  const { keyboard } = page;
  const press = async (locator: ReturnType<Page["getByRole"]>) => {
    await locator.first().focus();
    await keyboard.press("Enter");
  };
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await keyboard.press("g");
  await keyboard.press("a");
  await press(page.getByRole("link", { name: AGENT, exact: true }));
  await press(page.getByRole("link", { name: "Chat" }));
  await page.getByText("Say something to").waitFor();
  await keyboard.press("/");
  await keyboard.type("Turn off the bedroom lights");
  await keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit and resend" }).waitFor();
  await page.getByRole("region", { name: "Transcript" }).focus();
  await keyboard.press("c");
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet.getByRole("textbox", { name: "Case id" }).focus();
  await keyboard.press("Control+A");
  await keyboard.type("bedroom_off");
  await sheet.getByRole("combobox", { name: "Set", exact: true }).focus();
  await keyboard.type("a new");
  await sheet.getByRole("textbox", { name: "Id of the new set" }).waitFor();
  await press(sheet.getByRole("button", { name: "Save case" }));
  await page.getByText("Case bedroom_off is saved.").waitFor();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sets" }).focus();
  await keyboard.press("Enter");
  await press(page.getByRole("link", { name: /^captured/ }));
  await press(page.getByRole("link", { name: /bedroom_off/ }));
  await page.getByLabel("Reference answer").focus();
  await keyboard.press("Control+A");
  await keyboard.type("The lights are purple.");
  await page.getByText("1 part edited, not saved").waitFor();
  await keyboard.press("Control+s");
  await page.getByText("Saved bedroom_off.").waitFor();
  await page.getByRole("navigation", { name: "Where you are" }).getByRole("link").last().focus();
  await keyboard.press("Enter");
  await press(page.getByRole("button", { name: /^Run/ }));
  await press(page.getByRole("button", { name: "Start 1 conversation" }));
  await page.waitForURL(/\/runs\/20/);
  await page
    .getByText(/1 case failed/)
    .first()
    .waitFor();
  await press(page.getByRole("link", { name: /bedroom_off/ }));
  await seesWhy(page);
});
