import { askGit, type GitAnswer, type NoAnswer } from "./ask-git.ts";

/** So many letters of a commit are git's own shortest way to write one. */
const SHORTEST_COMMIT = 7;
/** Further back nobody looks for a run to compare with. */
const MOST_COMMITS = 50_000;

/** The whole id of the commit that a branch, a tag, HEAD~1 or the beginning of an id stands for. */
export async function commitOf(name: string, cwd: string): Promise<GitAnswer> {
  let answer: GitAnswer = { kind: "refused" };
  for (const each of namesFor(name)) {
    // whatever was typed is a name and never an option
    answer = await askGit(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", `${each}^{commit}`],
      { cwd },
    );
    if (answer.kind !== "refused") break;
  }
  return answer.kind === "told" ? { kind: "told", text: answer.text.trim() } : answer;
}

/** Few letters begin some commit by accident: those are only branches and tags. In CI a branch is often only origin's. */
function namesFor(name: string): readonly string[] {
  const isShort = name.length < SHORTEST_COMMIT && /^[0-9a-f]+$/i.test(name);
  const local = isShort ? [`refs/heads/${name}`, `refs/tags/${name}`] : [name];
  return [...local, `refs/remotes/origin/${name}`];
}

/** Whether this clone has only the last commits, as CI makes them. */
export async function isShallow(cwd: string): Promise<boolean> {
  const answer = await askGit(["rev-parse", "--is-shallow-repository"], { cwd });
  return answer.kind === "told" && answer.text.trim() === "true";
}

/** Branches and tags, for who has misspelt one. */
export async function refNames(cwd: string): Promise<readonly string[]> {
  const answer = await askGit(
    [
      "for-each-ref",
      "--count=2000",
      "--format=%(refname:short)",
      "refs/heads",
      "refs/tags",
      "refs/remotes",
    ],
    { cwd },
  );
  return answer.kind === "told" ? answer.text.split("\n").filter((line) => line !== "") : [];
}

/** How many steps each commit lies before this one, which itself is 0, nearest first. */
export async function commitsBefore(
  commit: string,
  cwd: string,
): Promise<ReadonlyMap<string, number> | NoAnswer> {
  const answer = await askGit(
    ["rev-list", "--parents", `--max-count=${MOST_COMMITS}`, "--end-of-options", commit],
    { cwd },
  );
  return answer.kind === "told" ? stepsFrom(commit, answer.text) : answer;
}

function stepsFrom(commit: string, lines: string): ReadonlyMap<string, number> {
  const parents = new Map<string, readonly string[]>();
  for (const line of lines.split("\n")) {
    const [child = "", ...its] = line.split(" ");
    parents.set(child, its);
  }
  const steps = new Map([[commit, 0]]);
  // a Map goes on with what is added while it is walked, so this is a walk in breadth
  for (const [each, step] of steps) {
    for (const parent of parents.get(each) ?? []) {
      if (!steps.has(parent)) steps.set(parent, step + 1);
    }
  }
  return steps;
}
