import { askGit } from "./ask-git.ts";

/** The commit a run was made at; undefined outside a repository or where git is slow to answer. */
export async function readGitState(
  cwd: string,
): Promise<{ commit: string; dirty: boolean } | undefined> {
  const answer = await askGit(
    ["status", "--porcelain=v2", "--branch", "--untracked-files=no"],
    // a run does not wait for it
    { cwd, deadline: 1_000 },
  );
  if (answer.kind !== "told") return undefined;
  const [, commit] = /^# branch\.oid ([0-9a-f]+)$/m.exec(answer.text) ?? [];
  if (commit === undefined) return undefined;
  const lines = answer.text.split("\n");
  return { commit, dirty: lines.some((line) => line !== "" && !line.startsWith("#")) };
}
