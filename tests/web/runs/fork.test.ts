import { expect, test } from "vitest";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";

/** Counts in its session state, so that it shows what it knows of the turns before. */
const agent = `
export async function rootAgent(text, { state }) {
  state.count = (state.count ?? 0) + 1;
  return text + ", number " + state.count;
}`;

test("a conversation of a run is gone on with in the playground, from the turn that is looked at", async () => {
  const cwd = project({
    "bot/agent.mjs": agent,
    "bot/demo.evalset.json": {
      eval_set_id: "demo",
      eval_cases: [
        {
          ...(evalSet({ one: { user: "first", answer: "first" } }) as { eval_cases: object[] })
            .eval_cases[0],
          conversation: ["first", "second", "third"].map((text) => ({
            user_content: { role: "user", parts: [{ text }] },
            final_response: { role: "model", parts: [{ text }] },
          })),
        },
      ],
    },
  });
  await assay(["eval", "bot", "--criterion", "response_match_score=0.1"], { cwd });
  const web = await startWeb(cwd);
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/runs/latest/cases/one?set=demo&turn=2`);
  await page.getByRole("button", { name: "Fork" }).waitFor();
  await page.keyboard.press("f");
  await page.waitForURL(/\/agents\/bot\/chat\//);
  await page.getByText("second, number 2").waitFor();
  expect(await page.getByText("third, number 3").count()).toBe(0);
  await page.getByRole("textbox", { name: "Message" }).fill("other");
  await page.keyboard.press("Enter");
  await page.getByText("other, number 3").waitFor();
  const { runs } = (await web.json("/api/v1/runs")) as { runs: unknown[] };
  // a chat is none of the runs
  expect(runs).toHaveLength(1);
  const beyond = await web.post("/api/v1/runs/latest/fork", { set: "demo", case: "one", turn: 3 });
  expect(beyond.status).toBe(400);
  expect(problems).toEqual([]);
});
