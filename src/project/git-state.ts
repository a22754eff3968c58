import { execFile } from "node:child_process";

/** The commit a run was made at; undefined outside a repository or where git is slow to answer. */
export async function readGitState(
  cwd: string,
): Promise<{ commit: string; dirty: boolean } | undefined> {
  const [commit, changes] = await Promise.all([
    git(cwd, ["rev-parse", "HEAD"]),
    git(cwd, ["status", "--porcelain", "--untracked-files=no"]),
  ]);
  if (commit === undefined) return undefined;
  return { commit: commit.trim(), dirty: changes === undefined || changes.trim() !== "" };
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
