import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The commit a run was made at; undefined outside a repository or where git is slow to answer. */
export async function readGitState(
  cwd: string,
): Promise<{ commit: string; dirty: boolean } | undefined> {
  // starting a process costs more than a small run, so git is only asked where it has an answer
  if (!isInRepository(cwd)) return undefined;
  const status = await git(cwd, ["status", "--porcelain=v2", "--branch", "--untracked-files=no"]);
  const lines = status?.split("\n") ?? [];
  const [, commit] = /^# branch\.oid ([0-9a-f]+)$/m.exec(status ?? "") ?? [];
  if (commit === undefined) return undefined;
  return { commit, dirty: lines.some((line) => line !== "" && !line.startsWith("#")) };
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}

function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    // never ask, never lock the index: this is only a look
    const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
    execFile("git", [...args], { cwd, env, timeout: 1_000 }, (error, stdout) => {
      resolve(error === null ? stdout : undefined);
    });
  });
}
