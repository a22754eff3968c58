import { expect, test } from "vitest";
import { openBlankPage, openBrowser } from "../browser.ts";
import { caseNames, refundProject, refundRun } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";

test("nothing below the head of a run moves when its baseline has been found", async () => {
  const cwd = refundProject();
  await refundRun(cwd);
  await refundRun(cwd, { wrong: caseNames(3) });
  const web = await startWeb(cwd);
  const { page } = await openBlankPage(await openBrowser(), web.link);
  for (const width of [900, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const found = Promise.withResolvers<void>();
    await page.route("**/baseline", async (route) => {
      await found.promise;
      await route.continue();
    });
    await page.goto(`${web.origin}/runs/latest`);
    await page.getByRole("button", { name: "Copy as command" }).waitFor();
    const placeOf = async (name: string) => {
      const box = await page.locator(name).first().boundingBox();
      return [box?.x, box?.y];
    };
    const all = [".facts", ".btns .btn.primary", ".tabs"];
    const before = await Promise.all(all.map(placeOf));
    found.resolve();
    await page.getByRole("link", { name: /^Compare with/ }).waitFor();
    expect(await Promise.all(all.map(placeOf))).toEqual(before);
    await page.unroute("**/baseline");
  }
});
