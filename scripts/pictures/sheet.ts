import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/** Two pictures of one screen, left as it was drawn, right as it is. */
export async function sheetOf(browser: Browser, drawn: string, taken: Buffer): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 2900, height: 940 } });
  try {
    await page.setContent(
      `<body style="margin:0;background:#888;display:flex;gap:10px;align-items:start">
      <img src="${dataOf(readFileSync(drawn))}"><img src="${dataOf(taken)}"></body>`,
    );
    await page.waitForFunction("[...document.images].every((image) => image.complete)");
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}

function dataOf(picture: Buffer): string {
  return `data:image/png;base64,${picture.toString("base64")}`;
}
