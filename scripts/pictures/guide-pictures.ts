/**
 * `npm run guide-pictures`: the pictures of the guide, taken of a workspace that is filled for them by really running agents
 * and judges that are scripted. `--only NAME` takes a few, `--workspace DIR` keeps the folder, to go on with it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../../tests/web/launch-browser.ts";
import { typicalScene } from "./scenes/typical-scene.ts";
import { serveWorkspace } from "./serve-workspace.ts";
import { smallPng } from "./small-png.ts";
import { letIn, openWindow, takeScreen } from "./take-screen.ts";

const folderOfGuide = resolve(import.meta.dirname, "../../docs/guide/web/pictures");

/** Pictures by their file, each of a screen of the scene. */
const pictures: Readonly<Record<string, string>> = {
  overview: "overview",
  dialog: "dialog",
  run: "run-done",
  case: "case",
  set: "set",
  editor: "editor",
  chat: "chat-step",
  capture: "capture",
  compare: "compare",
  trends: "trends",
  trace: "trace",
  live: "live",
  judge: "judge",
  review: "review",
};

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, workspace: { type: "string" } },
});

mkdirSync(folderOfGuide, { recursive: true });
const folder = values.workspace ?? mkdtempSync(join(tmpdir(), "assay-pictures-"));
const browser = await launchBrowser();
try {
  if (!existsSync(join(folder, ".assay"))) await typicalScene.make(folder);
  const served = await serveWorkspace(folder);
  const filled = await typicalScene.fill?.(served, folder);
  const state = await letIn(browser, served);
  for (const [file, name] of Object.entries(pictures)) {
    if (values.only !== undefined && !values.only.includes(file)) continue;
    const screen = typicalScene.screens.find((each) => each.name === name);
    if (screen === undefined) throw new Error(`There is no screen ${name}.`);
    const window = await openWindow(browser, state, { theme: "light", width: 1280 });
    const sized = { ...screen, height: 760 };
    writeFileSync(
      join(folderOfGuide, `${file}.png`),
      smallPng(await takeScreen(window, served, sized, filled?.known ?? {})),
    );
    await window.close();
  }
  await filled?.end?.();
  await served.end();
} finally {
  await browser.close();
  if (values.workspace === undefined) rmSync(folder, { recursive: true, force: true });
}
