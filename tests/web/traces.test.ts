import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, evalSet, project } from "../cli/assay.ts";
import { barriersInThemes, settle } from "./barriers.ts";
import { openBlankPage, openBrowser, openPage } from "./browser.ts";
import { agentOf, modelOf, type SentSpan, sendTrace, spanId, text, toolOf } from "./otlp-sender.ts";
import { startWeb, type WebServer } from "./web-server.ts";

async function receiverOf(web: WebServer): Promise<string> {
  const { receiver } = (await web.json("/api/v1/sessions")) as { receiver: { http: string } };
  return receiver.http;
}

/** Sends a trace, and says under which id it is kept. */
async function send(web: WebServer, spans: readonly SentSpan[]): Promise<string> {
  await sendTrace(await receiverOf(web), spans);
  const { sessions } = (await web.json("/api/v1/sessions")) as { sessions: { id: string }[] };
  return sessions[0]?.id ?? "";
}

/** Looks a rate up in vain, again with success, and answers. */
function refund(answer = "I refunded 46.21 EUR."): readonly SentSpan[] {
  const question = [text("system", "You refund."), text("user", "Refund order 17, please")];
  return [
    { id: "http", name: "POST /chat", from: 0, to: 5000 },
    { id: "desk", parent: "http", from: 10, to: 4900, attributes: agentOf("desk") },
    { id: "ask", parent: "desk", from: 20, to: 900, attributes: modelOf(question) },
    {
      id: "rate1",
      parent: "desk",
      from: 1000,
      to: 3000,
      attributes: toolOf("get_rate", { from: "USD" }),
      error: "503, no live rate",
    },
    { id: "cache", parent: "rate1", name: "rate_cache.lookup", from: 1100 },
    { id: "rate2", parent: "desk", from: 3100, to: 3400, attributes: toolOf("get_rate") },
    {
      id: "say",
      parent: "desk",
      from: 3500,
      to: 4800,
      attributes: modelOf(question, [text("assistant", answer)]),
    },
  ];
}

async function watch(page: Page, path: string, web: WebServer): Promise<void> {
  await page.goto(`${web.origin}${path}`);
  await page.locator("h1").first().waitFor();
}

test("a trace that an agent sends is seen live, opened, and read to what was asked and answered", async () => {
  const web = await startWeb(project({}));
  const { page, problems, origins } = await openPage(await openBrowser(), web.link);
  await page.getByRole("link", { name: "Live" }).click();
  await page.getByText("No agent has sent a trace.").waitFor();
  await page.getByText("none lately").waitFor();
  await sendTrace(await receiverOf(web), refund());
  const { receiver } = (await web.json("/api/v1/sessions")) as {
    receiver: { spansPerSecond: number };
  };
  expect(receiver.spansPerSecond).toBeGreaterThan(0);
  await page.keyboard.press("/");
  await page.keyboard.type("tool:nothing");
  await page.getByText("No session is like that; 1 was received.").waitFor();
  await page.getByRole("button", { name: "Without tool:nothing" }).click();
  await page.keyboard.type("status:f");
  await page.getByRole("option", { name: /^status:failed/ }).click();
  await page.keyboard.type("agent:desk delta:>1");
  await page.getByText("delta is not asked of sessions.").waitFor();
  await page.getByRole("link", { name: "“Refund order 17, please”" }).click();
  const preview = page.getByRole("complementary", { name: "Selected session" });
  await preview.getByText("get_rate failed").waitFor();
  await preview.getByRole("link", { name: "Open the trace" }).click();
  await page.getByText("get_rate failed after 2.0 s and was called again.").waitFor();
  await page.getByText("1 of 7 spans is malformed: no end time.").waitFor();
  const spans = page.getByRole("region", { name: "Spans" });
  expect(await spans.getByRole("link").allInnerTexts()).toEqual(
    [
      "desk",
      "some-model",
      "get_rate",
      "rate_cache.lookup",
      "get_rate",
      "some-model",
      "POST /chat",
    ].map((name) => expect.stringContaining(name)),
  );
  await spans.getByRole("link", { name: "some-model" }).last().click();
  const inspector = page.getByRole("complementary", { name: "Selected span" });
  await inspector.getByRole("link", { name: "Request" }).click();
  await inspector.getByText("You refund.").waitFor();
  await inspector.getByRole("link", { name: "Response" }).click();
  await inspector.getByText("I refunded 46.21 EUR.").waitFor();
  await inspector.getByRole("link", { name: "Attributes" }).click();
  await inspector.getByText("gen_ai.usage.input_tokens").waitFor();
  await inspector.getByRole("link", { name: "Graph" }).click();
  await inspector.getByRole("img", { name: "desk called get_rate 2 times." }).waitFor();
  await inspector.getByRole("link", { name: "Raw" }).click();
  // what is open stands in the address
  await page.reload();
  await inspector.getByText('"spanName": "say"').waitFor();
  expect(problems).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("what is noted of a span never stands on its name, however long it took", async () => {
  const web = await startWeb(project({}));
  const error = "The model took all the time there was, and then said nothing";
  const id = await send(web, [
    { id: "desk", from: 0, to: 5000, attributes: agentOf("desk") },
    { id: "ask", parent: "desk", from: 0, to: 5000, attributes: modelOf([]), error },
  ]);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await watch(page, `/traces/${id}`, web);
  const row = page.getByRole("listitem").filter({ hasText: error });
  const name = await row.locator(".clip").boundingBox();
  const note = await row.getByText(error).boundingBox();
  expect(note?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
});

test("the waterfall is walked by keys, searched, and drawn by agent", async () => {
  const web = await startWeb(project({}));
  const trace = await send(web, refund());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/traces/nothing-such`);
  await page.getByText("1 session was received under other ids.").waitFor();
  await watch(page, `/traces/${trace}`, web);
  const spans = page.getByRole("region", { name: "Spans" });
  await spans.focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await page.waitForURL(new RegExp(`span=${spanId("rate1")}`));
  const inspector = page.getByRole("complementary", { name: "Selected span" });
  await inspector.getByText("503, no live rate, after 2.0 s, by desk").waitFor();
  await page.keyboard.press("n");
  await page.waitForURL(new RegExp(`span=${spanId("cache")}`));
  await page.keyboard.press("p");
  await page.waitForURL(new RegExp(`span=${spanId("rate1")}`));
  await page.keyboard.press("/");
  await page.keyboard.type("rate_cache");
  await expect.poll(() => spans.getByRole("link").allInnerTexts()).toHaveLength(1);
  await page.getByRole("textbox", { name: "Find a span" }).fill("");
  await page.getByRole("link", { name: "By agent" }).click();
  await spans.getByText("no agent").waitFor();
});

test("a conversation of a run is a trace, with its turns and tool calls", async () => {
  const cwd = project({
    "shop/agent.mjs": `
      export async function rootAgent(text, { turn }) {
        turn.call("1", "refund", { order: "17" });
        turn.result("1", "refund", { error: "not allowed" });
        return "I could not.";
      }`,
    "shop/demo.evalset.json": evalSet({ one: { user: "Refund order 17", answer: "Done." } }),
  });
  await assay(["eval", "shop"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await watch(page, "/runs/latest/cases/one/trace?set=demo", web);
  await page.getByText("Refund order 17").first().waitFor();
  await page.getByRole("region", { name: "Spans" }).getByRole("link", { name: "refund" }).click();
  await page.getByRole("link", { name: "Response" }).click();
  await page.getByText("not allowed").last().waitFor();
  await page.getByRole("link", { name: "Result of this step" }).click();
  await page.waitForURL(/cases\/one\?set=demo/);
  expect(problems).toEqual([]);
});

test("a golden session scores the others, as a run", async () => {
  const web = await startWeb(project({}));
  const receiver = await receiverOf(web);
  await sendTrace(receiver, refund());
  await sendTrace(receiver, refund("I did nothing at all."));
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await watch(page, "/live", web);
  await page.getByRole("button", { name: "Golden" }).first().click();
  await page.getByRole("link", { name: "“Refund order 17, please”" }).first().click();
  await page.getByRole("button", { name: "Score the others against this" }).click();
  await page.waitForURL(/\/runs\/[^/]+$/);
  await page.getByText("1 case failed").first().waitFor();
});

test("what is malformed, mute or no agent's at all is told, and hides nothing else", async () => {
  const web = await startWeb(project({}));
  const mute = await send(web, [
    {
      id: "a",
      from: 0,
      to: 50,
      attributes: { ...agentOf("quiet"), "": "no name", nothing: "null" },
    },
    { id: "b", parent: "a", from: 30, to: 10, attributes: modelOf() },
    { id: "c", parent: "nobody", from: 5, to: 6, name: "<img src=x onerror=alert(1)>" },
  ]);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await watch(page, `/traces/${mute}`, web);
  await page.getByText("Nothing that was said or called is in the trace.").waitFor();
  await page.getByText("1 of 3 spans is malformed: ends before it begins.").waitFor();
  await page.getByText("What the user said was not recorded.").waitFor();
  expect(await page.locator("main img").count()).toBe(0);
  await page.goto(`${web.origin}/traces/no-such-session`);
  await page.getByText('There is no session "no-such-session".').waitFor();
  // the browser itself notes the answer 404
  expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
});

test("nobody is kept out of traces and sessions, in light and in dark", async () => {
  const web = await startWeb(project({}));
  const trace = await send(web, refund());
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const span = spanId("say");
  const paths = [
    "/live",
    `/live?session=${trace}`,
    ...["event", "request", "response", "attributes", "graph", "raw"].map(
      (pane) => `/traces/${trace}?span=${span}&pane=${pane}`,
    ),
  ];
  for (const path of paths) {
    await watch(page, path, web);
    await settle(page);
    expect({ path, found: await barriersInThemes(page) }).toEqual({ path, found: [] });
  }
});
