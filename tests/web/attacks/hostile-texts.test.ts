import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { assay, project } from "../../cli/assay.ts";
import { settle } from "../barriers.ts";
import { openBlankPage, openBrowser } from "../browser.ts";
import { type FilledWorkspace, filledWorkspace } from "../screens/filled-workspace.ts";
import { addressesOf } from "../screens/screen-addresses.ts";

/** What has run scripts, loaded pictures or hidden words in screens of others, in one text. */
const words = [
  `"><script>alert(1)</script><img src="http://evil.test/a.png" onerror=alert(2)>`,
  `<svg onload=alert(3)><iframe srcdoc="<script>alert(4)</script>"></iframe>`,
  `</title></textarea></style></script><script>alert(5)</script>`,
  `![x](http://evil.test/b.png) [y](javascript:alert(6)) [z](data:text/html,<script>alert(7)</script>)`,
  `<a href=" jav&#x09;ascript:alert(8)">q</a><base href="http://evil.test/"><link rel=stylesheet href="http://evil.test/c.css">`,
  `{{constructor.constructor('alert(9)')()}} \${alert(10)} <%= alert(11) %>`,
  "\u202Egnp.exe \u001B]8;;http://evil.test\u0007link\u001B]8;;\u0007 \u001B]52;c;ZXZpbA==\u0007",
  "<style>@import 'http://evil.test/d.css'; body { background: url(http://evil.test/e.png) }</style>",
  "<form action=http://evil.test><input name=x><button autofocus onfocus=alert(12)>",
].join(" ");

const texts = {
  words,
  file: "<img src=x onerror=alert(13)>",
  id: "<img src=x onerror=alert(14)>'\"&",
};

interface Canaries {
  readonly dialogs: string[];
  readonly strangers: string[];
  readonly refused: string[];
}

function watch(page: Page, origin: string): Canaries {
  const canaries: Canaries = { dialogs: [], strangers: [], refused: [] };
  page.on("dialog", (dialog) => {
    canaries.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("data:")) canaries.strangers.push(url);
  });
  // what the policy has to refuse was an element already
  page.on("console", (said) => {
    if (/Content Security Policy|TrustedHTML/i.test(said.text()))
      canaries.refused.push(said.text());
  });
  return canaries;
}

/** Elements that only somebody's text can have made. */
const made = `[...document.querySelectorAll(
  "main img, main script, main iframe, main base, main link, main style, main object, main form[action], [onerror], [onload], [onfocus], a[href^='javascript:' i], a[href^='data:' i]"
)].map((each) => each.outerHTML.slice(0, 120))`;

test("whatever others wrote is text on every screen: nothing runs, nothing is asked of anybody", {
  timeout: 240_000,
}, async () => {
  const { web, known } = await filledWorkspace(texts);
  // the workspace is there: what was written has not kept it from being read
  expect(known.run).not.toBe("");
  expect(known.set).not.toBe("");
  expect(known.session).not.toBe("");
  const { page } = await openBlankPage(await openBrowser(), web.link);
  const canaries = watch(page, web.origin);
  const found: unknown[] = [];
  for (const address of Object.values(addressesOf).flatMap((of) => of(known))) {
    await page.goto(`${web.origin}${address}`);
    await settle(page);
    const elements = (await page.evaluate(made)) as readonly string[];
    if (elements.length > 0) found.push({ address, elements });
  }
  expect(found).toEqual([]);
  expect(canaries).toEqual({ dialogs: [], strangers: [], refused: [] });
  await expectReport({ web, known });
});

/** The one file that is given to others. */
async function expectReport({ web, known }: FilledWorkspace): Promise<void> {
  const { page, context } = await openBlankPage(await openBrowser(), web.link);
  await page.close();
  const folder = project({});
  const detail = (await web.json(`/api/v1/runs/${known.run}`)) as { about: { cwd: string } };
  const cwd = detail.about.cwd;
  const file = join(folder, "report.html");
  expect((await assay(["runs", "export", known.run, "--to", file], { cwd })).code).toBe(0);
  const report = await context.newPage();
  const canaries = watch(report, `file://${folder}`);
  await report.goto(`file://${file}`);
  await report.locator("h1").first().waitFor();
  for (const each of await report.locator("main a[href^='#']").all()) {
    await each.click({ timeout: 1000 }).catch(() => undefined);
  }
  expect(await report.evaluate(made)).toEqual([]);
  expect(canaries).toEqual({ dialogs: [], strangers: [], refused: [] });
}
