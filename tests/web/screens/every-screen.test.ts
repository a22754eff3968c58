import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { project } from "../../cli/assay.ts";
import { barriersInThemes, settle } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { startWeb } from "../web-server.ts";
import { filledWorkspace } from "./filled-workspace.ts";
import { addressesOf, screenPaths } from "./screen-addresses.ts";

const plain = { words: "“quoted” words", file: "", id: "_eu" };

test("every screen is looked at here", () => {
  expect(Object.keys(addressesOf).sort()).toEqual(screenPaths());
});

/** Controls that a keyboard or a screen reader could not use or name. */
async function namelessControls(page: Page): Promise<readonly string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const controls = "button|link|checkbox|radio|textbox|combobox|slider|tab|option|switch|searchbox";
  return tree
    .split("\n")
    .filter((line) => new RegExp(`^\\s*- (?:${controls})(?::?$| \\[)`).test(line));
}

test("nobody is kept out of any screen, in light and in dark", { timeout: 240_000 }, async () => {
  const { web, known } = await filledWorkspace(plain);
  const { page, problems, origins } = await openBlankPage(await openBrowser(), web.link);
  const found: unknown[] = [];
  for (const address of Object.values(addressesOf).flatMap((of) => of(known))) {
    await page.goto(`${web.origin}${address}`);
    await settle(page);
    const kept = await barriersInThemes(page);
    const nameless = await namelessControls(page);
    if (kept.length + nameless.length > 0) found.push({ address, kept, nameless });
    // a second look is the same screen
    await page.reload();
    await settle(page);
  }
  expect(found).toEqual([]);
  // what the server says of things that are not there is written to the console by the browser itself
  expect(problems.filter((each) => !/status of 404/.test(each))).toEqual([]);
  expect([...origins]).toEqual([web.origin]);
});

test("nor of any screen of a folder in which nothing is, in light and in dark", {
  timeout: 120_000,
}, async () => {
  const web = await startWeb(project({ "README.md": "" }));
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const found: unknown[] = [];
  for (const address of ["/", ...screenPaths().filter((path) => !path.includes("$"))]) {
    await page.goto(`${web.origin}${address}`);
    await settle(page);
    const kept = await barriersInThemes(page);
    if (kept.length > 0) found.push({ address, kept });
  }
  expect(found).toEqual([]);
});
