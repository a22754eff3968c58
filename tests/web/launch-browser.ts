import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian, Ubuntu and Fedora put it. */
const installed = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export interface BrowserOptions {
  /** Keeps the pages that somebody went on from for the way back, as the browsers of people do. */
  readonly keepsPages?: boolean;
  /** Beside those that every browser gets. */
  readonly flags?: readonly string[];
}

/**
 * What the system's Chromium shall not do. Every window without a screen has an address bar all the same, and the pages of its
 * two popups cost more than most pages here. The last list that is given counts, so it has what Playwright has in its own.
 */
const unwanted = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "TcpPortRandomizationWin",
  "ThirdPartyStoragePartitioning",
  "AimEnabled",
];

/** The system's Chromium, or the one that lies in an npm package: a browser is nothing to install by hand. */
export async function launchBrowser(options: BrowserOptions = {}): Promise<Browser> {
  const isPacked = process.env.ASSAY_TEST_BROWSER === "package";
  const found = isPacked ? undefined : installed.find((path) => existsSync(path));
  if (found === undefined) return await fromPackage(options);
  return await launch(found, [`--disable-features=${unwanted.join(",")}`], options);
}

async function fromPackage(options: BrowserOptions): Promise<Browser> {
  const { TMPDIR } = process.env;
  // it unpacks itself, libraries and fonts, and its list of fonts names this folder and no other
  process.env.TMPDIR = "/tmp";
  // by this it knows that the machine may lack libraries
  process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    return await launch(await packed.executablePath(), packed.args, options);
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function launch(
  executablePath: string,
  args: readonly string[],
  { keepsPages = false, flags = [] }: BrowserOptions,
): Promise<Browser> {
  const quiet = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
  ];
  return await chromium.launch({
    executablePath,
    args: [...new Set([...args, ...quiet, ...flags])],
    ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
  });
}
