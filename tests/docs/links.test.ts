import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { pages } from "./read-pages.ts";

const root = resolve(import.meta.dirname, "../..");
const reference = readdirSync(join(root, "docs/reference")).map((name) => `docs/reference/${name}`);

const tasks = readdirSync(join(root, "docs/contributing")).map(
  (name) => `docs/contributing/${name}`,
);

test.each([...pages, ...reference, ...tasks, "docs/adk-differences.md", "CONTRIBUTING.md"])(
  "every link of %s leads somewhere",
  (page) => {
    const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map((found) => found[1] ?? "");
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
  },
);

function leadsSomewhere(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(target).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): readonly string[] {
  const headings = readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
