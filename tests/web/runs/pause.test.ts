import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { evalSet, project } from "../../cli/assay.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb, type WebServer } from "../web-server.ts";

/** Writes down who called it, and answers when there is a file. */
const agent = `
import { appendFileSync, existsSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync(new URL("./calls.txt", import.meta.url), text + "\\n");
  if (text === "broken") throw new Error("It broke.");
  while (!existsSync(new URL("./go.txt", import.meta.url))) await new Promise((done) => setTimeout(done, 20));
  return text;
}`;

const users = ["a", "b", "c", "d", "broken"];

function workspace(): string {
  return project({
    "bot/agent.mjs": agent,
    "bot/demo.evalset.json": evalSet(
      Object.fromEntries(users.map((user) => [user, { user, answer: user }])),
    ),
    "bot/test_config.json": { criteria: { response_match_score: 0.8 } },
  });
}

const callsOf = (cwd: string) =>
  readFileSync(join(cwd, "bot/calls.txt"), "utf8").trim().split("\n").toSorted();

async function begin(web: WebServer): Promise<string> {
  const answer = await web.post("/api/v1/runs", { agent: "bot", concurrency: 2 });
  return ((await answer.json()) as { runId: string }).runId;
}

test("a run is paused between its conversations, goes on by a key, and runs nothing twice", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  const runId = await begin(web);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/${runId}`);
  await expect.poll(() => callsOf(cwd)).toEqual(["a", "b"]);
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Pausing" }).waitFor();
  // those in flight have all their time
  writeFileSync(join(cwd, "bot/go.txt"), "");
  await page.getByText("It was paused.").waitFor();
  await page.getByRole("button", { name: "Resume 3 remaining" }).waitFor();
  expect(callsOf(cwd)).toEqual(["a", "b"]);
  await page.keyboard.press("z");
  await page.getByText("1 case failed of 5.").first().waitFor();
  expect(callsOf(cwd)).toEqual(users.toSorted());
  expect(problems).toEqual([]);
});

test("a run that has ended cannot be paused, and says so; what broke in it is retried alone", async () => {
  const cwd = workspace();
  const web = await startWeb(cwd);
  writeFileSync(join(cwd, "bot/go.txt"), "");
  writeFileSync(
    join(cwd, "bot/demo.evalset.json"),
    JSON.stringify(
      evalSet({
        a: { user: "a", answer: "a" },
        c: { user: "c", answer: "something else" },
        broken: { user: "broken", answer: "broken" },
      }),
    ),
  );
  const runId = await begin(web);
  await expect
    .poll(async () => ((await web.json(`/api/v1/runs/${runId}`)) as { state: string }).state)
    .toBe("ended");
  const answer = await web.post(`/api/v1/runs/${runId}/pause`);
  expect(answer.status).toBe(409);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/${runId}`);
  await page.getByRole("button", { name: "Retry 1 errored" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(runId));
  await page.getByText("1 case failed of 1.").first().waitFor();
  expect(callsOf(cwd)).toEqual(["a", "broken", "broken", "c"]);
});
