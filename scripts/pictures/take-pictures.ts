/**
 * `npm run pictures -- --out DIR`: every screen over a workspace that it fills by really running agents and judges that are
 * scripted. `--drawings DIR` puts each beside its drawing (NAME-light.png), `--scene` and `--only` take a few, `--look`
 * chooses among `light`, `dark`, `light-900` and `dark-900`, and `--workspace DIR` keeps the folder of one scene, to go on with it.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "playwright-core";
import { emptyScene } from "./scenes/empty-scene.ts";
import { fullScene } from "./scenes/full-scene.ts";
import { typicalScene } from "./scenes/typical-scene.ts";
import type { Known, Scene, Screen } from "./screen.ts";
import { type Served, serveWorkspace } from "./serve-workspace.ts";
import { sheetOf } from "./sheet.ts";
import { type LetIn, type Look, letIn, openWindow, takeScreen } from "./take-screen.ts";

const { values } = parseArgs({
  options: {
    out: { type: "string", default: "pictures" },
    drawings: { type: "string" },
    scene: { type: "string", multiple: true, default: ["typical", "empty", "full"] },
    workspace: { type: "string" },
    only: { type: "string", multiple: true },
    look: { type: "string", multiple: true, default: ["light", "dark", "light-900", "dark-900"] },
    browser: { type: "string", default: "/usr/bin/chromium" },
  },
});

const looks: Readonly<Record<string, Look>> = {
  light: { theme: "light", width: 1440 },
  dark: { theme: "dark", width: 1440 },
  "light-900": { theme: "light", width: 900 },
  "dark-900": { theme: "dark", width: 900 },
};

const scenes = [typicalScene, emptyScene, fullScene];

mkdirSync(values.out, { recursive: true });
const browser = await chromium.launch({
  executablePath: values.browser,
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  for (const scene of scenes.filter(({ name }) => values.scene.includes(name))) {
    await takeScene(browser, scene);
  }
} finally {
  await browser.close();
}

async function takeScene(window: Browser, scene: Scene): Promise<void> {
  const folder = values.workspace ?? mkdtempSync(join(tmpdir(), "assay-pictures-"));
  mkdirSync(folder, { recursive: true });
  try {
    if (!existsSync(join(folder, ".assay"))) await scene.make(folder);
    const served = await serveWorkspace(folder);
    try {
      const { known, end } = (await scene.fill?.(served, folder)) ?? { known: {} };
      const state = await letIn(window, served);
      for (const screen of scene.screens.filter(isWanted)) {
        for (const suffix of values.look)
          await take(window, { served, known, state, screen, suffix });
      }
      await end?.();
    } finally {
      await served.end();
    }
  } finally {
    if (values.workspace === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

interface Taking {
  readonly served: Served;
  readonly known: Known;
  readonly state: LetIn;
  readonly screen: Screen;
  readonly suffix: string;
}

/** A screen that cannot be taken keeps no other from being taken. */
async function take(
  window: Browser,
  { served, known, state, screen, suffix }: Taking,
): Promise<void> {
  const look = looks[suffix];
  if (look === undefined) throw new Error(`There is no look ${suffix}.`);
  const context = await openWindow(window, state, look);
  try {
    await keep(window, screen, suffix, await takeScreen(context, served, screen, known));
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`${screen.name}-${suffix}: ${String(error)}\n`);
  } finally {
    await context.close();
  }
}

function isWanted({ name }: Screen): boolean {
  return values.only === undefined || values.only.includes(name);
}

async function keep(
  window: Browser,
  { name, drawing = name }: Screen,
  suffix: string,
  taken: Buffer,
): Promise<void> {
  writeFileSync(join(values.out, `${name}-${suffix}.png`), taken);
  const drawn = join(values.drawings ?? "", `${drawing}-${suffix}.png`);
  if (values.drawings === undefined || !existsSync(drawn)) return;
  writeFileSync(
    join(values.out, `sheet-${name}-${suffix}.png`),
    await sheetOf(window, drawn, taken),
  );
}
