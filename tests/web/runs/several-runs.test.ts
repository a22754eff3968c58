import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { evalSet, project } from "../../cli/assay.ts";
import { barriers } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";

/** Gets the hard one right with the large model alone, which takes more tokens. */
const agent = `
import { agentFactory } from "assay/agents";
export const rootAgent = agentFactory(({ model = "small" }) => async (text, { turn }) => {
  turn.usage({ input: model === "large" ? 900 : 100, output: 10 });
  return model === "large" || text !== "hard" ? text : "No.";
}, { takesModel: true });`;

function workspace(): string {
  const cwd = project({
    "shop/agent.mjs": agent,
    "other/agent.mjs": `export async function rootAgent(text) { return text; }`,
    "shop/demo.evalset.json": evalSet({
      easy: { user: "easy", answer: "easy" },
      hard: { user: "hard", answer: "hard" },
    }),
    "shop/test_config.json": { criteria: { response_match_score: 0.8 } },
  });
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(
    resolve(import.meta.dirname, "../../.."),
    join(cwd, "node_modules/assay"),
    "junction",
  );
  return cwd;
}

test("the same run of two agents and two models begins at once, and says what quality costs", async () => {
  const web = await startWeb(workspace());
  const { page, problems } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/agents/shop`);
  await page.getByRole("button", { name: "New run…" }).waitFor();
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Model to add" }).fill("large");
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox", { name: "other with its own model" }).check();
  await dialog.getByText("6 conversations: 2 cases × 3 agents or models.").waitFor();
  await dialog
    .getByText("npx assay eval shop shop/demo.evalset.json --agent_model=large")
    .waitFor();
  expect(await barriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Start 6 conversations in 3 runs" }).click();
  await page.waitForURL(/\/compare\?runs=/);
  const table = page.getByRole("region", { name: "What quality costs" });
  await table.getByRole("cell", { name: /100%/ }).first().waitFor();
  await expect.poll(() => page.getByText("on. The numbers are of").count()).toBe(0);
  const rows = (await table.getByRole("row").allInnerTexts()).slice(1);
  expect(rows.map((row) => row.replace(/\s+/g, " "))).toEqual([
    expect.stringMatching(/shop 50%/),
    expect.stringMatching(/shop with large 100%/),
    expect.stringMatching(/other 100%/),
  ]);
  await table.getByRole("img", { name: /^Pass rate against seconds a turn\. A: 50%/ }).waitFor();
  // the model that the agent was given is one that a run is found by
  const found = await web.json("/api/v1/runs?filter=model:large");
  expect(found).toMatchObject({ count: 1 });
  expect(await barriers(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test("an agent that takes no model is refused with what to do, and the others begin", async () => {
  const web = await startWeb(workspace());
  const answer = await web.post("/api/v1/runs/several", {
    agent: "shop",
    evalSets: ["shop/demo.evalset.json"],
    variants: [{ agent: "shop" }, { agent: "other", agentModel: "large" }, { agent: "shop" }],
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    runs: [
      { agent: "shop", runId: expect.any(String) },
      {
        agent: "other",
        agentModel: "large",
        problem: {
          message: expect.stringContaining("cannot be given the model large"),
          hint: expect.stringContaining("takesModel: true"),
        },
      },
    ],
  });
  const none = await web.post("/api/v1/runs/several", { agent: "shop", variants: [] });
  expect(none.status).toBe(400);
  const outside = await web.post("/api/v1/runs/several", {
    agent: "shop",
    variants: [{ agent: "shop" }, { agent: "../.." }],
  });
  expect(outside.status).toBe(404);
  const { runs } = (await web.json("/api/v1/runs")) as { runs: unknown[] };
  expect(runs).toHaveLength(1);
});
