import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { barriers } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { agentOf, modelOf, otlpText, text, toolOf } from "../otlp-sender.ts";
import { refundProject } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";

const table = 'question,answer,tags,owner\n"Refund order 17, please",Done.,money,Ana\nx,y,z,a,b\n';

test("a table is looked at and imported, whether it is chosen, dropped or pasted", async () => {
  const cwd = refundProject(1);
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  await page.goto(`${web.origin}/sets`);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import cases" });
  const understood = dialog.getByRole("region", { name: "What was understood" });
  // events with files are made in the page, which has the types for it
  const give = (kind: "drop" | "paste") =>
    page.evaluate(`{
      const data = new DataTransfer();
      const about = { bubbles: true, cancelable: true };
      const form = document.querySelector("dialog form");
      if (${kind === "drop"}) {
        data.items.add(new File([${JSON.stringify(table)}], "asked.csv"));
        form.dispatchEvent(new DragEvent("drop", { ...about, dataTransfer: data }));
      } else {
        data.setData("text/plain", ${JSON.stringify(table)});
        form.dispatchEvent(new ClipboardEvent("paste", { ...about, clipboardData: data }));
      }
    }`);
  await give("paste");
  await understood.getByText("1 case was understood; 1 thing was not.").waitFor();
  await give("drop");
  await understood.getByText("This row has 5 cells, and there are 4 columns.").waitFor();
  await understood.getByText('Nothing was made of "owner", which 1 line has.').waitFor();
  expect(await barriers(page)).toEqual([]);
  const buffer = Buffer.from(table);
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "asked.csv", mimeType: "text/csv", buffer });
  await dialog.getByRole("button", { name: "Import 1 case" }).click();
  await page.getByRole("heading", { name: "asked" }).waitFor();
  const written = readFileSync(join(cwd, "shop/asked.evalset.json"), "utf8");
  expect(written).toContain("Refund order 17, please");
  expect(written).toContain("money");
});

test("each conversation of a trace becomes a case, and one that says no words says why not", async () => {
  const cwd = refundProject(1);
  const web = await startWeb(cwd);
  const spans = (words: readonly object[]) => [
    { id: "desk", from: 0, to: 900, attributes: agentOf("desk") },
    { id: "ask", parent: "desk", from: 10, to: 300, attributes: modelOf(words) },
    { id: "rate", parent: "desk", from: 310, to: 400, attributes: toolOf("get_rate") },
  ];
  const told = otlpText(spans([text("user", "Refund order 17, please")]));
  const mute = otlpText(spans([]));
  const asked = { fileName: "trace.jsonl", text: `${told}\n${mute}\n` };
  const found = await (await web.post("/api/v1/sets/import", asked)).json();
  expect(found).toMatchObject({
    evalSetId: "trace",
    cases: [{ first: "Refund order 17, please", turns: 1, tools: ["get_rate"] }],
    problems: [{ message: expect.stringContaining("does not say what the user said") }],
  });
});
