import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../../cli/assay.ts";
import { openBrowser, openPage } from "../browser.ts";
import { PASSWORD, startTeam, type TeamServer } from "./team-server.ts";

/** Everything that a person of this role sees to press, on the pages where something can be done. */
async function offeredTo(server: TeamServer, name: string, chat: string) {
  const { page } = await openPage(await openBrowser(), `${server.origin}/sets`);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Eval sets" }).waitFor();
  const see = async (path: string, heading: string, keys: readonly string[] = []) => {
    await page.goto(`${server.origin}${path}`);
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    // who somebody is comes with what they may do
    await page.getByRole("banner").getByText(name).first().waitFor({ state: "attached" });
    for (const each of keys) await page.keyboard.press(each);
    const sheet = page.getByRole("complementary", { name: "Capture as case" });
    if (path.includes("capture") && name === "editor") await sheet.getByText("Save case").waitFor();
    const dialog = page.getByRole("dialog");
    if (keys.length > 0 && name !== "viewer") await dialog.waitFor();
    else expect(await dialog.count()).toBe(0);
    const main = page.getByRole("main");
    const texts = await main.locator("button:enabled, a.btn").allInnerTexts();
    return texts.map((text) => text.replace(/\s+/g, " ").trim()).join(" | ");
  };
  return {
    trace: await see("/runs/latest/cases/a/trace?set=demo&capture=true", "Trace of a"),
    result: await see("/runs/latest/cases/a?set=demo", "a", ["r"]),
    chat: await see(`/agents/bot/chat/${chat}`, "Turn 1"),
    page,
  };
}

test("who may not score an edit sees a case as it stands, and nothing is asked that is refused", async () => {
  const server = await startTeam();
  const { page } = await openPage(await openBrowser(), `${server.origin}/sets/demo/cases/a`);
  await page.getByLabel("Name").fill("viewer");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("That needs the role runner; yours is viewer.").waitFor();
  expect(await page.getByRole("button", { name: "Add turn" }).isDisabled()).toBe(true);
  expect(await page.getByLabel("The user says").isDisabled()).toBe(true);
  expect(await page.getByLabel("Id of the case").getAttribute("readonly")).not.toBeNull();
  await page
    .getByRole("tab", { name: "JSON" })
    .or(page.getByText("JSON", { exact: true }))
    .first()
    .click();
  const json = page.getByLabel("The case as JSON");
  expect(await json.getAttribute("readonly")).not.toBeNull();
  const { text } = await server.ask("/api/v1/audit", { token: server.tokens.admin });
  expect(text).toContain('"sign in"');
  expect(text).not.toContain("dry-score");
  expect(text).not.toContain('"refused"');
});

test("what a role may not do is not offered to it, by button or by key", async () => {
  const server = await startTeam();
  const config = join(server.cwd, "bot/test_config.json");
  writeFileSync(config, JSON.stringify({ criteria: { response_match_score: 0.5 } }));
  await assay(["eval", "bot"], { cwd: server.cwd, env: { ASSAY_STORE: server.store } });
  const token = server.tokens.runner;
  const body = { set: "demo", case: "a", turn: 0 };
  const forked = await server.ask("/api/v1/runs/latest/fork", { method: "POST", body, token });
  const chatId = String(forked.json().chatId);
  const viewer = await offeredTo(server, "viewer", chatId);
  expect(viewer.trace).not.toMatch(/Capture|Evaluate|Save case/);
  expect(viewer.result).not.toMatch(/Re-run|Fork|Accept/);
  expect(viewer.chat).not.toMatch(/Fork|Edit and resend|State|Capture|Send/);
  const runner = await offeredTo(server, "runner", chatId);
  expect(runner.trace).toMatch(/Evaluate/);
  expect(runner.trace).not.toMatch(/Capture|Save case/);
  expect(runner.result).toMatch(/Fork.*Re-run/);
  expect(runner.result).not.toMatch(/Accept/);
  expect(runner.chat).toMatch(/Edit and resend.*Fork from here.*State/);
  expect(runner.chat).not.toMatch(/Capture/);
  const editor = await offeredTo(server, "editor", chatId);
  expect(editor.trace).toMatch(/Capture.*Evaluate.*Save case/);
  expect(editor.result).toMatch(/Accept.*Re-run/);
  expect(editor.chat).toMatch(/Capture/);
});
