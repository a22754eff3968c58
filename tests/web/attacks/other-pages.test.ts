import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openBrowser } from "../browser.ts";
import { attackedWeb } from "./attacked-web.ts";

const target = attackedWeb();

/** A page of another server of this machine: same site, another port, as close as a stranger gets. */
async function otherPage(body: string): Promise<string> {
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "text/html");
    answer.setHeader("Set-Cookie", "assay_1=tossed; Path=/");
    answer.end(`<!doctype html><title>other</title><body>${body}</body>`);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** What a page can make a browser send or show, and what it has learned by it. */
const attacks = `async (origin) => {
  const learned = [];
  const api = origin + "/api/v1";
  const body = JSON.stringify({ agent: "shop", evalSets: ["shop/refunds.evalset.json"] });
  const tell = (name) => (answer) => answer.text().then((text) => learned.push(name + " " + text));
  const ways = {
    read: () => fetch(api + "/sets", { credentials: "include" }),
    simple: () => fetch(api + "/runs", { method: "POST", mode: "no-cors", body, headers: { "Content-Type": "text/plain" }, credentials: "include" }),
    asked: () => fetch(api + "/runs", { method: "POST", body, headers: { "Content-Type": "application/json" }, credentials: "include" }),
    erase: () => fetch(api + "/sets/refunds", { method: "DELETE", credentials: "include" }),
    adk: () => fetch(origin + "/run", { method: "POST", mode: "no-cors", body: "{}", credentials: "include" }),
    head: () => fetch(api + "/sets", { method: "HEAD", mode: "no-cors", credentials: "include" }),
    override: () => fetch(api + "/sets/refunds?_method=DELETE", { mode: "no-cors", credentials: "include" }),
  };
  for (const [name, way] of Object.entries(ways)) {
    const answer = await way().catch(() => undefined);
    if (answer !== undefined && answer.type !== "opaque") await tell(name)(answer);
  }
  navigator.sendBeacon(api + "/runs", new Blob([body], { type: "text/plain" }));
  const loads = await Promise.all(["script", "img", "iframe", "link", "object"].map((tag) => new Promise((done) => {
    const element = document.createElement(tag);
    element.onload = () => done(tag + " loaded");
    element.onerror = () => done(tag + " refused");
    if (tag === "link") element.rel = "stylesheet";
    element[{ link: "href", object: "data" }[tag] ?? "src"] = api + "/sets";
    document.body.append(element);
    setTimeout(() => done(tag + " nothing"), 1500);
  })));
  const form = document.createElement("form");
  form.method = "post"; form.action = api + "/runs"; form.enctype = "text/plain"; form.target = "inside";
  form.innerHTML = "<input name='{\\"agent\\":\\"shop\\",\\"x\\":\\"' value='\\"}'>";
  const frame = document.createElement("iframe");
  frame.name = "inside";
  document.body.append(frame, form);
  form.submit();
  await new Promise((done) => setTimeout(done, 500));
  return { learned, loads };
}`;

test("a page of another server that a user of ours visits learns nothing and changes nothing", async () => {
  const { link, origin } = target();
  const before = await target().json("/api/v1/sets");
  const browser = await openBrowser();
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(link);
  const page = await context.newPage();
  await page.goto(await otherPage(""));
  const { learned, loads } = (await page.evaluate(`(${attacks})(${JSON.stringify(origin)})`)) as {
    learned: readonly string[];
    loads: readonly string[];
  };
  expect(learned.filter((each) => /refunds|runId/.test(each))).toEqual([]);
  expect(loads).not.toContain("script loaded");
  expect(loads).not.toContain("img loaded");
  expect(await target().json("/api/v1/sets")).toEqual(before);
  expect(await target().json("/api/v1/runs")).toMatchObject({ runs: [] });
  // our own page is still let in, cookies of other ports beside ours or not
  await own.reload();
  await own.getByRole("heading", { level: 1 }).first().waitFor();
});

test("no page of another server has ours in a frame, or a hold on its window", async () => {
  const { link, origin } = target();
  const context = await (await openBrowser()).newContext();
  const own = await context.newPage();
  await own.goto(link);
  const page = await context.newPage();
  await page.goto(await otherPage(`<iframe src="${origin}/sets"></iframe>`));
  const frame = page.frames().find((each) => each !== page.mainFrame());
  await page.waitForTimeout(800);
  expect(await frame?.content().catch(() => "")).not.toContain("root");
  const opened = page.waitForEvent("popup");
  await page.evaluate(`window.held = window.open(${JSON.stringify(`${origin}/sets`)})`);
  const popup = await opened;
  await popup.waitForLoadState();
  const seen = await page.evaluate(
    "(() => { try { return window.held.document.body.innerText; } catch { return 'refused'; } })()",
  );
  expect(seen).toBe("refused");
});

test("a link of somebody else lets nobody in as them", async () => {
  const context = await (await openBrowser()).newContext();
  const page = await context.newPage();
  await page.goto(`${target().origin}/?token=${"0".repeat(43)}`);
  await page.getByText("Open the link that the terminal shows").first().waitFor();
  expect(page.url()).not.toContain("token");
});
