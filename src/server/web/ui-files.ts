import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";

/** The files of the UI, each by its path: read once, and nothing else is ever served as one. */
export interface UiFiles {
  get(path: string): UiFile | undefined;
  /** The page that every address of the UI begins with; undefined where the UI was not built. */
  readonly page: UiFile | undefined;
}

export interface UiFile {
  readonly bytes: Buffer;
  readonly type: string;
  /** Its name changes with its content, so that a browser may keep it. */
  readonly isImmutable: boolean;
  readonly tag: string;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

export function uiFiles(folder: string): UiFiles {
  const files = new Map<string, UiFile>();
  for (const path of existsSync(folder) ? filesBelow(folder) : []) {
    const type = types[extname(path)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, path));
    const tag = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
    files.set(`/${path}`, { bytes, type, tag, isImmutable: path.startsWith("assets/") });
  }
  return { get: (path) => files.get(path), page: files.get("/index.html") };
}

function filesBelow(folder: string, below = ""): readonly string[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === "" ? name : `${below}/${name}`;
    return statSync(join(folder, path)).isDirectory() ? filesBelow(folder, path) : [path];
  });
}
