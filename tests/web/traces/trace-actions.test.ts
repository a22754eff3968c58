import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { barriers } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { agentOf, modelOf, sendTrace, text, toolOf } from "../otlp-sender.ts";
import { startWeb, type WebServer } from "../web-server.ts";

const files = {
  "shop/agent.mjs": `
    export async function rootAgent(text, { turn }) {
      turn.call("1", "refund", { order: "17" });
      turn.result("1", "refund", { output: {} });
      return "Order 17 is refunded.";
    }`,
  "shop/demo.evalset.json": evalSet({
    one: { user: "Refund order 17", answer: "Order 17 is refunded." },
  }),
};

/** Somebody else's agent, which is instrumented. */
async function sendRefund(web: WebServer): Promise<void> {
  const { receiver } = (await web.json("/api/v1/sessions")) as { receiver: { http: string } };
  await sendTrace(receiver.http, [
    { id: "desk", from: 0, to: 900, attributes: agentOf("shop") },
    { id: "do", parent: "desk", from: 10, to: 300, attributes: toolOf("refund", { order: "17" }) },
    {
      id: "say",
      parent: "desk",
      from: 310,
      to: 900,
      attributes: modelOf(
        [text("user", "Refund order 17")],
        [text("assistant", "Order 17 is refunded.")],
      ),
    },
  ]);
}

async function openFirstSession(page: Page, web: WebServer): Promise<void> {
  await page.goto(`${web.origin}/live`);
  await page.getByRole("link", { name: "“Refund order 17”" }).first().waitFor();
  for (const key of ["j", "Enter", "t"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: /^Trace of / }).waitFor();
}

test("a session that was received becomes a case by keys alone, and saving can be undone", async () => {
  const cwd = project(files);
  const web = await startWeb(cwd);
  await sendRefund(web);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await openFirstSession(page, web);
  await page.keyboard.press("c");
  const sheet = page.getByRole("complementary", { name: "Capture as case" });
  await sheet.getByText("1 expected step.").waitFor();
  // who reloads goes on where they were
  await page.reload();
  await sheet.getByText("1 expected step.").waitFor();
  expect(await barriers(page)).toEqual([]);
  await sheet.getByRole("textbox", { name: "Case id" }).fill("captured_refund");
  await sheet.getByRole("textbox", { name: "Case id" }).press("Tab");
  await sheet.getByRole("button", { name: "Save case" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Case captured_refund is saved.").waitFor();
  const file = () => readFileSync(join(cwd, "shop/demo.evalset.json"), "utf8");
  expect(file()).toContain('"captured_refund"');
  expect(await assay(["eval", "shop", "--case", "captured_refund"], { cwd })).toMatchObject({
    code: 0,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(file).not.toContain("captured_refund");
  expect(problems).toEqual([]);
});

test("a trace that does not say what the user said is no case, and says what to do", async () => {
  const web = await startWeb(project(files));
  const { receiver } = (await web.json("/api/v1/sessions")) as { receiver: { http: string } };
  await sendTrace(receiver.http, [
    { id: "desk", from: 0, to: 900, attributes: agentOf("shop") },
    { id: "ask", parent: "desk", from: 1, to: 800, attributes: modelOf([]) },
  ]);
  const { sessions } = (await web.json("/api/v1/sessions")) as { sessions: { id: string }[] };
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/traces/${sessions[0]?.id}?capture=true`);
  await page.getByText("The trace does not say what the user said.").waitFor();
  await page.getByText("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true").first().waitFor();
});

test("a conversation of a run is evaluated as it stands, and so is a received one", async () => {
  const cwd = project(files);
  await assay(["eval", "shop", "--criterion", "response_match_score=0.5"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest/cases/one/trace?set=demo`);
  await page.getByRole("button", { name: "Evaluate this…" }).click();
  const dialog = page.getByRole("dialog", { name: "Evaluate one" });
  // the set that the case is of is chosen by itself
  await expect.poll(() => dialog.getByLabel("Against").inputValue()).toBe("shop/demo.evalset.json");
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "trajectory", exact: true }).uncheck();
  await dialog.getByRole("button", { name: "Score by 1" }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  await page.getByText("The one case passed.").first().waitFor();
  await sendRefund(web);
  await openFirstSession(page, web);
  await page.keyboard.press("v");
  // without a set there is nothing to compare with
  const response = page.getByRole("checkbox", { name: "response needs a set" });
  await expect.poll(() => response.isDisabled()).toBe(true);
  expect(problems).toEqual([]);
});

test("a trace is saved as browsers and Perfetto open it", async () => {
  const web = await startWeb(project(files));
  await sendRefund(web);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await openFirstSession(page, web);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Chrome trace" }).click();
  const { traceEvents } = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  expect(traceEvents.map((each: { name: string }) => each.name)).toEqual([
    "process_name",
    "shop",
    "refund",
    "some-model",
  ]);
});
