import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "../../cli/assay.ts";
import { barriersInThemes } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { chatClient } from "../chats/chat-client.ts";
import { judgedProject } from "../judges/judged-project.ts";
import { agentOf, modelOf, sendTrace, text } from "../otlp-sender.ts";
import { startWeb, type WebServer } from "../web-server.ts";

const METRIC = "final_response_match_v2";

interface Review {
  readonly counts: { readonly waiting: number; readonly right: number; readonly wrong: number };
  readonly items: readonly { readonly id: string; readonly title: string }[];
}

const read = async (web: WebServer, show = "waiting") =>
  (await web.json(`/api/v1/review?show=${show}`)) as Review;

/** A run with two judged cases, served, with a received session beside it. */
async function open() {
  const { cwd } = await judgedProject(2);
  const web = await startWeb(cwd);
  const { receiver } = (await web.json("/api/v1/sessions")) as { receiver: { http: string } };
  const question = [text("user", "Refund my lamp")];
  await sendTrace(receiver.http, [
    { id: "desk", from: 10, to: 4900, attributes: agentOf("desk") },
    {
      id: "ask",
      parent: "desk",
      from: 20,
      to: 900,
      attributes: modelOf(question, [text("assistant", "It is refunded.")]),
    },
  ]);
  const watched = await openBlankPage(await openBrowser(), web.link);
  const file = join(cwd, "labels.jsonl");
  const labels = () =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { label: string })
      : [];
  return { ...watched, web, cwd, labels };
}

test("a session, a case and what a judge said are put into review and gone through by keys", async () => {
  const { page, web, cwd, labels, problems } = await open();
  await page.goto(`${web.origin}/live`);
  await page.getByRole("link", { name: "Refund my lamp" }).click();
  await page.getByRole("button", { name: "Add to review" }).waitFor();
  await page.keyboard.press("q");
  await page.getByText("Added to review.").waitFor();
  await page.goto(`${web.origin}/runs/latest/cases/case_1?set=lamps`);
  await page.getByRole("heading", { name: "case_1" }).waitFor();
  await page.keyboard.press("q");
  await page.getByRole("link", { name: "In review" }).waitFor();
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await evidence.getByRole("button", { name: "Review later" }).click();
  await evidence.getByRole("link", { name: "In review" }).waitFor();
  expect((await read(web)).counts.waiting).toBe(3);

  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await page.getByText("3 things to look at.").waitFor();
  const [session, one] = [/Refund my lamp/, "case_1"].map((name) =>
    page.getByRole("article", { name }),
  );
  const ready = page.locator("button:enabled", { hasText: "Right" });
  await session?.getByText("It is refunded.").waitFor();
  await ready.waitFor();
  await page.keyboard.press("y");
  await page.getByText("Refund my lamp: you say right.").waitFor();
  await one?.getByText("Did the agent do what it should?").waitFor();
  // nobody is told before they have decided
  expect(await one?.innerText()).not.toMatch(/the run says/);
  await ready.waitFor();
  await page.keyboard.press("n");
  await page.getByText("case_1: you say wrong, the run says passed.").waitFor();
  await one?.getByText("Is this answer right?").waitFor();
  await ready.waitFor();
  await page.keyboard.press("n");
  await page.getByText("Everything here was looked at.").waitFor();
  expect(labels()).toEqual([
    expect.objectContaining({ metric: METRIC, label: "fail", case: "lamps/case_1" }),
  ]);
  await page.keyboard.press("u");
  await one?.getByText("Is this answer right?").waitFor();
  expect(labels()).toEqual([]);
  await ready.waitFor();
  await page.keyboard.press("y");
  await page.getByText("Everything here was looked at.").waitFor();
  expect(labels().map(({ label }) => label)).toEqual(["pass"]);
  await page.getByRole("link", { name: "Looked at 3" }).click();
  await page.getByText("Of 3 looked at, people say that 2 are right and 1 wrong.").waitFor();

  // it is in the store, and no run
  expect((await assay(["runs", "--json"], { cwd })).stdout).not.toContain("review");
  expect(problems).toEqual([]);
  await web.end();
  const again = await startWeb(cwd);
  expect((await read(again, "said")).counts).toMatchObject({ waiting: 0, right: 2, wrong: 1 });
});

test("what waits is skipped, made a case, taken out, and nobody is kept out, in light and in dark", async () => {
  const { page, web } = await open();
  const { sessions } = (await web.json("/api/v1/sessions")) as { sessions: { id: string }[] };
  const session = sessions[0]?.id;
  const things = [{ session }, { run: "latest", set: "lamps", case: "case_2" }];
  expect((await web.post("/api/v1/review", { things })).status).toBe(201);
  await page.goto(`${web.origin}/review`);
  await page.getByRole("article", { name: "Refund my lamp" }).waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
  await page.keyboard.press("s");
  await page.getByRole("article", { name: "case_2" }).waitFor();
  await page.keyboard.press("x");
  await page.getByText("1 thing to look at.").waitFor();
  await page.keyboard.press("c");
  await page.getByRole("heading", { name: "Capture as case" }).waitFor();
  expect(page.url()).toContain(`/traces/${session}?capture=true`);
  await web.ask(`/api/v1/sessions/${session}`, { method: "DELETE" });
  await page.goto(`${web.origin}/review`);
  await page.getByText("not there any more").waitFor();
  await page.getByRole("button", { name: "Take it out of review" }).click();
  await page.getByText("Nothing was put here yet.").waitFor();
  expect(await barriersInThemes(page)).toEqual([]);
});

test("only what there is comes into review, each once, and only what is in review is taken out", async () => {
  const { web } = await open();
  const put = (thing: object) => web.post("/api/v1/review", { things: [thing] });
  const { runs } = (await web.json("/api/v1/runs")) as { runs: { runId: string }[] };
  const run = runs[0]?.runId;
  const of = { run: "latest", set: "lamps", case: "case_1" };
  for (const thing of [
    { session: "nobody" },
    { chat: "nobody" },
    { ...of, case: "nobody" },
    { ...of, trial: 7 },
    { ...of, judged: { metric: METRIC, answer: "0123456789abcdef" } },
    { ...of, judged: { metric: "nobody", answer: "x" } },
  ]) {
    expect((await put(thing)).status).toBe(404);
  }
  expect((await put({ session: "a", run: "latest" })).status).toBe(400);
  const first = (await (await put(of)).json()) as { items: { id: string; isNew: boolean }[] };
  const second = (await (await put({ ...of, run })).json()) as typeof first;
  expect([first.items[0]?.isNew, second.items[0]?.isNew]).toEqual([true, false]);
  expect(second.items[0]?.id).toBe(first.items[0]?.id);
  const chats = chatClient(web);
  const { agents } = (await web.json("/api/v1/agents")) as { agents: { id: string }[] };
  const chat = await chats.begin(agents[0]?.id ?? "shop");
  expect((await put({ chat: chat.chatId })).status).toBe(201);
  // a run is not taken out by the way
  const gone = await web.ask(`/api/v1/review/${run}`, { method: "DELETE" });
  expect(gone.status).toBe(404);
  expect((await web.ask(`/api/v1/runs/${run}`)).status).toBe(200);
  expect((await web.post(`/api/v1/review/${run}`, { says: "right" })).status).toBe(404);
  const { items } = await read(web);
  expect(items.map(({ title }) => title)).toEqual(["case_1", chat.chatId]);
});
