import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { barriersInThemes, settle } from "./barriers.ts";
import { openBlankPage, openBrowser } from "./browser.ts";
import { startWeb } from "./web-server.ts";

const agent = `
export async function rootAgent(text, { turn }) {
  turn.call("1", "refund", { order: "17", cents: 1200 });
  turn.result("1", "refund", { output: {} });
  return "Order 17 is refunded.";
}`;

const calls = [{ name: "refund", args: { order: "17", cents: 12 } }];

function workspace(more: Readonly<Record<string, unknown>> = {}): string {
  const cases = {
    one: { user: "Refund order 17", answer: "Order 17 is refunded.", calls },
    two: { user: "<img src=x onerror=alert(1)>", answer: "No.", calls },
    three: { user: "Refund it", answer: "Order 17 is refunded.", calls },
  };
  return project({
    "shop/agent.mjs": agent,
    "shop/test_config.json": {
      criteria: { tool_trajectory_avg_score: 1, response_match_score: 0.8 },
    },
    "shop/refunds.evalset.json": evalSet(cases, "refunds"),
    ...more,
  });
}

test("a set is made, filled, edited, scored dry and cleared, by mouse", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets`);
  await page.getByRole("button", { name: "New set…" }).click();
  await page.getByLabel("Name").fill("Für alle!");
  await page.getByText("shop/fur_alle.evalset.json").waitFor();
  await page.getByRole("button", { name: "Create set" }).click();
  await page.getByText("There is no case in it yet.").waitFor();
  await page.getByRole("button", { name: "Add case…" }).click();
  await page.getByLabel("Id").fill("first");
  await page.getByLabel("The user says").fill("Refund order 17");
  await page.getByRole("dialog").getByRole("button", { name: "Add case" }).click();
  await page.getByLabel("Reference answer").fill("Order 17 is refunded.");
  await page.getByLabel("Tool of the call to add").fill("refund");
  await page.getByRole("button", { name: "Add call" }).click();
  await page.getByLabel("Add an argument to call 1").fill("order");
  await page.getByLabel("Add an argument to call 1").press("Enter");
  await page.getByLabel("refund, order: value").fill("17");
  await page.getByLabel("refund, order: how it is compared").selectOption("regex");
  await page.getByLabel("refund, order: regular expression").fill("^[0-9]+$");
  await page.getByRole("button", { name: /Save case/ }).click();
  await page.getByText("Saved first.").waitFor();
  const file = join(cwd, "shop/fur_alle.evalset.json");
  const { eval_cases: cases } = JSON.parse(readFileSync(file, "utf8"));
  expect(cases[0].assay.args).toEqual({ refund: { order: { regex: "^[0-9]+$" } } });
  expect(cases[0].final_response ?? cases[0].conversation[0].final_response.parts[0].text).toBe(
    "Order 17 is refunded.",
  );
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("There is no case in it yet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /first/ }).waitFor();
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("the same by keyboard alone: cases are chosen, tagged, opened, edited and saved", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/refunds`);
  await page.getByRole("link", { name: /one/ }).waitFor();
  const { keyboard } = page;
  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("j");
  await keyboard.press("Shift+X");
  await page.getByText("3 selected").waitFor();
  await page.getByRole("button", { name: "Tag…" }).focus();
  await keyboard.press("Enter");
  await keyboard.type("money");
  await keyboard.press("Enter");
  await page.getByText("Tagged 3 cases.").waitFor();
  await keyboard.press("Escape");
  await page.getByRole("link", { name: /one/ }).focus();
  await keyboard.press("Enter");
  await page.getByLabel("Reference answer").focus();
  await keyboard.press("Control+A");
  await keyboard.type("It is refunded.");
  await page.getByText("1 part edited, not saved").waitFor();
  await keyboard.press("Control+s");
  await page.getByText("Saved one.").waitFor();
  const { eval_cases: cases } = JSON.parse(
    readFileSync(join(cwd, "shop/refunds.evalset.json"), "utf8"),
  );
  expect(cases.map((each: { assay: object }) => each.assay)).toEqual(
    Array(3).fill({ tags: ["money"] }),
  );
  expect(cases[0].conversation[0].final_response.parts[0].text).toBe("It is refunded.");
});

test("an edit says at once how many recorded runs it turns green", async () => {
  const cwd = workspace();
  await assay(["eval", "shop", "-n", "3"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/refunds/cases/one`);
  await page.getByText("0 of 3 recorded runs pass by what can be scored here.").waitFor();
  await page.getByLabel("refund, cents: value").fill("1200");
  await page.getByText("This edit turns 3 of 3 recorded runs green.").waitFor();
  // the JSON follows the form, and the form follows the JSON
  await page.getByRole("link", { name: "JSON", exact: true }).click();
  const json = page.getByLabel("The case as JSON");
  expect(await json.inputValue()).toContain('"cents": 1200');
  await json.fill((await json.inputValue()).replace('"cents": 1200', '"cents": 1300'));
  await page.getByText("0 of 3 recorded runs pass").waitFor();
  const right = await json.inputValue();
  await json.fill(right.replace('"conversation"', '"conversatoin"'));
  await page.getByText("line 3, column").waitFor();
  expect(await page.getByRole("button", { name: /Save case/ }).isDisabled()).toBe(true);
  await json.fill(right);
  await page.getByText("line 3, column").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Form", exact: true }).click();
  expect(await page.getByLabel("refund, cents: value").inputValue()).toBe("1300");
  expect(problems.filter((each) => !each.includes("400"))).toEqual([]);
});

test("what somebody else writes meanwhile is shown, and both may be taken", async () => {
  const cwd = workspace();
  const file = join(cwd, "shop/refunds.evalset.json");
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/refunds/cases/three`);
  await page.getByLabel("The user says").fill("Refund it now");
  const set = JSON.parse(readFileSync(file, "utf8"));
  set.eval_cases[2].assay = { tags: ["theirs"] };
  writeFileSync(file, JSON.stringify(set, null, 2));
  await page.getByRole("button", { name: /Save case/ }).click();
  await page.getByText("Another program changed its tags.").waitFor();
  expect(readFileSync(file, "utf8")).not.toContain("Refund it now");
  await page.getByRole("button", { name: "Take both" }).click();
  await page.getByRole("button", { name: /Save case/ }).click();
  await page.getByText("Saved three.").waitFor();
  const { eval_cases: cases } = JSON.parse(readFileSync(file, "utf8"));
  expect(cases[2].assay).toEqual({ tags: ["theirs"] });
  expect(cases[2].conversation[0].user_content.parts[0].text).toBe("Refund it now");
});

test("what somebody else does to other cases meanwhile does not keep a case from being saved", async () => {
  const cwd = workspace();
  const file = join(cwd, "shop/refunds.evalset.json");
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/refunds/cases/three`);
  await page.getByLabel("The user says").fill("Refund it now");
  const set = JSON.parse(readFileSync(file, "utf8"));
  set.eval_cases[0].assay = { tags: ["theirs"] };
  writeFileSync(file, JSON.stringify(set, null, 2));
  await page.keyboard.press("Control+s");
  await page.getByText("Saved three.").waitFor();
  const { eval_cases: cases } = JSON.parse(readFileSync(file, "utf8"));
  expect(cases[0].assay).toEqual({ tags: ["theirs"] });
  expect(cases[2].conversation[0].user_content.parts[0].text).toBe("Refund it now");
});

test("edits are not lost by leaving without a word", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets/refunds/cases/one`);
  await page.getByLabel("The user says").fill("Other words");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByRole("button", { name: "Stay" }).click();
  expect(await page.getByLabel("The user says").inputValue()).toBe("Other words");
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.getByRole("button", { name: "Leave, lose the edits" }).click();
  await page.getByRole("heading", { name: "Runs" }).waitFor();
});

test("a file is imported after a look at what was understood", async () => {
  const web = await startWeb(workspace());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets`);
  await page.getByRole("button", { name: "Import…" }).click();
  const lines = '{"question": "Capital of Peru?", "answer": "Lima"}\n{"nothing": 1}\n';
  await page.getByLabel("File").setInputFiles({
    name: "quiz.jsonl",
    mimeType: "application/json",
    buffer: Buffer.from(lines),
  });
  await page.getByText("1 case was understood; 1 thing was not.").waitFor();
  await page.getByText("line 2").waitFor();
  await page.getByRole("button", { name: "Import 1 case" }).click();
  await page.getByText("Capital of Peru?").waitFor();
});

test("a case that cannot be read is told with its place, and mended", async () => {
  const broken = `{
  "eval_set_id": "broken",
  "eval_cases": [
    { "eval_id": "lights", "conversation": [{ "user_contnt": "Lights off" }] }
  ]
}`;
  const cwd = workspace({ "shop/broken.evalset.json": broken });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets`);
  await page.getByText("broken.evalset.json:4:47").waitFor();
  await page.getByRole("link", { name: /broken/ }).click();
  await page.getByRole("link", { name: "Open case" }).click();
  const json = page.getByLabel("The case as JSON");
  await json.fill((await json.inputValue()).replace("user_contnt", "user_content"));
  await page.getByRole("button", { name: "Save case" }).click();
  await page.getByText("Saved lights.").waitFor();
  expect(readFileSync(join(cwd, "shop/broken.evalset.json"), "utf8")).toContain('"user_content"');
});

test("nobody is kept out by sets and their cases, in light and in dark", async () => {
  const cwd = workspace({
    "shop/cut.evalset.json": '{ "eval_cases": [',
    "shop/<b>odd<!--.evalset.json": evalSet({ a: { user: "a" } }, "<script>alert(1)</script>"),
  });
  await assay(["eval", "shop", "refunds"], { cwd });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  let alerts = 0;
  page.on("dialog", (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  const paths = [
    "/sets",
    "/sets/refunds",
    "/sets/refunds?only=failed&filter=refund",
    "/sets/refunds?tab=settings",
    "/sets/refunds/cases/one",
    "/sets/refunds/cases/two?tab=json",
    `/sets/${encodeURIComponent("<script>alert(1)</script>")}/cases/a`,
    "/sets/no-such-set",
    "/sets/refunds/cases/nobody",
  ];
  for (const path of paths) {
    await page.goto(`${web.origin}${path}`);
    await settle(page);
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
    // a second look is the same page
    await page.reload();
    await page.locator("h1").first().waitFor();
  }
  expect(alerts).toBe(0);
});
