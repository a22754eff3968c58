import { expect, test } from "vitest";
import { barriers } from "../barriers.ts";
import { openBrowser, openPage } from "../browser.ts";
import { refundProject, refundRun } from "../refund-runs.ts";
import { startWeb } from "../web-server.ts";

test.for(["light", "dark"] as const)(
  "filters are completed by keyboard and mouse, stand as chips, and what cannot be asked is said, %s",
  async (theme) => {
    const cwd = refundProject(4);
    await refundRun(cwd, { wrong: ["case_2", "case_3"] });
    const web = await startWeb(cwd);
    const { page, problems } = await openPage(await openBrowser(), web.link, { theme });
    await page.goto(`${web.origin}/runs/latest`);
    const rows = page.getByRole("grid").locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(4);
    const field = page.getByRole("combobox", { name: "Filter cases" });
    await page.keyboard.press("/");
    await page.keyboard.type("stat");
    await page.getByRole("option", { name: /^status:/ }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /^status:failed/ }).click();
    await expect.poll(() => field.inputValue()).toBe("status:failed ");
    await expect.poll(() => rows.count()).toBe(2);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("listbox").count()).toBe(0);
    // what a run is not asked is told, and filters nothing
    await page.keyboard.type("delta:<-0.1");
    await page.getByText("delta is not asked of the cases of one run.").waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.reload();
    await page.getByRole("button", { name: "Without delta:<-0.1" }).click();
    await page.getByRole("button", { name: "Without status:failed" }).click();
    await expect.poll(() => rows.count()).toBe(4);
    expect(new URL(page.url()).search).toBe("");
    await page.goto(`${web.origin}/runs`);
    await page.getByRole("combobox", { name: "Filter runs" }).pressSequentially("status:un");
    await page.getByRole("option", { name: /^status:unfinished/ }).waitFor();
    expect(problems).toEqual([]);
  },
);
