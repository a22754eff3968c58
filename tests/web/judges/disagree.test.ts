import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { barriersInThemes } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";
import { judgedProject } from "./judged-project.ts";

const METRIC = "final_response_match_v2";

async function openCase(query = "", by: "answers" | "rubrics" = "answers") {
  const judged = await judgedProject(2, by);
  const web = await startWeb(judged.cwd);
  const watched = await openBlankPage(await openBrowser(), web.link);
  await watched.page.goto(`${web.origin}/runs/latest/cases/case_1?set=lamps${query}`);
  await watched.page.getByRole("heading", { name: "case_1" }).waitFor();
  const file = join(judged.cwd, "labels.jsonl");
  const labels = () =>
    existsSync(file)
      ? readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { label: string })
      : [];
  return { ...watched, web, labels };
}

test("a person disagrees with a judge beside what it said, by keys, and takes it back", async () => {
  const { page, web, labels, problems } = await openCase();
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await evidence.getByText("Judge prompt").click();
  await evidence.getByText(/word by word as it was asked/).waitFor();
  await evidence
    .getByText(/Answer with exactly one JSON object/)
    .first()
    .waitFor();
  await evidence.getByRole("button", { name: "Disagree" }).focus();
  await page.keyboard.press("Enter");
  await evidence.getByText("Is this answer right?").waitFor();
  // n is the next failure everywhere else on this page
  await page.keyboard.press("n");
  await evidence
    .getByText("You say wrong, the judge says right. It stands in labels.jsonl.")
    .waitFor();
  expect(page.url()).toContain("/cases/case_1?");
  expect(labels()).toEqual([
    expect.objectContaining({ metric: METRIC, label: "fail", case: "lamps/case_1" }),
  ]);
  const { counts } = (await web.json(`/api/v1/judges/${METRIC}`)) as { counts: object };
  expect(counts).toMatchObject({ lenient: 1, labelled: 1 });
  await page.keyboard.press("y");
  await evidence.getByText("You say right, and so does the judge.").waitFor();
  expect(labels().map(({ label }) => label)).toEqual(["pass"]);
  await page.keyboard.press("u");
  await expect.poll(() => labels().map(({ label }) => label)).toEqual(["fail"]);
  await page.keyboard.press("Escape");
  await evidence
    .getByRole("button", { name: "Change what you say" })
    .and(page.locator(":focus"))
    .waitFor();
  await page.reload();
  await evidence.getByText("People say wrong, the judge right.").waitFor();
  expect(problems).toEqual([]);
});

test("by mouse, rubric by rubric, and nobody is kept out, in light and in dark", async () => {
  const { page, labels } = await openCase("", "rubrics");
  const evidence = page.getByRole("complementary", { name: "Evidence" });
  await evidence.getByRole("button", { name: "Disagree" }).click();
  const ask = evidence.getByRole("group", { name: "What do you say?" });
  await ask.getByText("1 of 2").waitFor();
  await ask.getByRole("button", { name: "Wrong" }).click();
  await ask.getByText("2 of 2").waitFor();
  await ask.getByRole("button", { name: "Right" }).click();
  await expect.poll(labels).toMatchObject([
    { label: "fail", rubric: "The refunded amount is named." },
    { label: "pass", rubric: "The answer is polite." },
  ]);
  expect(await barriersInThemes(page)).toEqual([]);
  await ask.getByRole("button", { name: "Remove label" }).click();
  await expect.poll(labels).toHaveLength(1);
  await ask.getByRole("button", { name: "Done" }).click();
  await evidence.getByText("People say wrong").waitFor();
});

test("only an answer of the conversation that is named is labelled", async () => {
  const { web, labels } = await openCase();
  const asked = { run: "latest", set: "lamps", case: "case_1" };
  const { judged } = (await web.json("/api/v1/runs/latest/conversation?set=lamps&case=case_2")) as {
    judged: Readonly<Record<string, readonly { key: string }[]>>;
  };
  const answer = judged[METRIC]?.[0]?.key;
  const label = (of: object) =>
    web.post(`/api/v1/judges/${METRIC}/labels`, { answer, label: "pass", of });
  expect((await label(asked)).status).toBe(404);
  expect((await label({ ...asked, path: "/tmp/x" })).status).toBe(400);
  expect(labels()).toEqual([]);
  expect((await label({ ...asked, case: "case_2" })).status).toBe(200);
});
