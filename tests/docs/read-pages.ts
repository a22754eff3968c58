import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** Where its fence stands, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** From `<!-- file: NAME -->` above it: this is a file of the page's project. */
  readonly file: string | undefined;
  /** From `<!-- exit: CODE … -->` above it: its `$` lines are run and exit so, one code a command. */
  readonly exits: readonly number[] | undefined;
}

/** The pages whose blocks are held to be true: the README and the guide. */
export const pages: readonly string[] = [
  "README.md",
  ...readdirSync(join(root, "docs/guide"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/guide/${name}`),
];

export function blocksOf(page: string): readonly Block[] {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const blocks: Block[] = [];
  let mark: string | undefined;
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const fence = /^```(\w*)$/.exec(line);
    if (fence === null) {
      mark = /^<!-- (.*) -->$/.exec(line)?.[1] ?? (line === "" ? mark : undefined);
      at += 1;
      continue;
    }
    const end = lines.indexOf("```", at + 1);
    if (end === -1) throw new Error(`${page}:${at + 1} is never closed`);
    const text = `${lines.slice(at + 1, end).join("\n")}\n`;
    blocks.push({ page, line: at + 1, language: fence[1] ?? "", text, ...meaning(mark) });
    mark = undefined;
    at = end + 1;
  }
  return blocks;
}

function meaning(mark = ""): Pick<Block, "file" | "exits"> {
  const exits = /^exit: ([\d ]+)$/.exec(mark)?.[1]?.split(" ").map(Number);
  return { file: /^file: (\S+)$/.exec(mark)?.[1], exits };
}
