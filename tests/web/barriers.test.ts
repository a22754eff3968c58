import { expect, test } from "vitest";
import { barriersInThemes } from "./barriers.ts";
import { openBrowser } from "./browser.ts";

const page = (color: string) => `<!doctype html><html lang="en"><title>A page</title><style>
  :root { color-scheme: light dark; background: light-dark(#fff, #111) }
  * { color: ${color}; transition: color 500ms }
</style><main><h1>A page</h1><p>Something to read</p></main></html>`;

test("what cannot be read in one theme alone is found there, and colours on their way are not", async () => {
  const opened = await (await openBrowser()).newPage();
  await opened.setContent(page("light-dark(#111, #fff)"));
  expect(await barriersInThemes(opened)).toEqual([]);
  await opened.setContent(page("light-dark(#111, #222)"));
  expect(await barriersInThemes(opened)).toEqual([
    expect.stringMatching(/^dark: color-contrast: /),
  ]);
  await opened.setContent(page("light-dark(#ccc, #fff)"));
  expect(await barriersInThemes(opened)).toEqual([
    expect.stringMatching(/^light: color-contrast: /),
  ]);
});
