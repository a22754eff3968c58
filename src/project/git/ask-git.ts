import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { listeningTimeout } from "../../core/async/listening-timeout.ts";

/** What git said; refused: it understood and has no such thing; unavailable: it could not be asked, with the sentence why. */
export type GitAnswer = { readonly kind: "told"; readonly text: string } | NoAnswer;

export type NoAnswer =
  | { readonly kind: "refused" }
  | { readonly kind: "unavailable"; readonly why: string };

interface GitQuestion {
  readonly cwd: string;
  /** Milliseconds until git is given up. */
  readonly deadline?: number;
}

/** Asks git, by arguments and never through a shell. It only looks: nothing is locked, nobody is asked for a password. */
export async function askGit(
  args: readonly string[],
  { cwd, deadline = 5_000 }: GitQuestion,
): Promise<GitAnswer> {
  // starting a process costs more than a small run, so git is only asked where it has an answer
  if (!isInRepository(cwd)) {
    return { kind: "unavailable", why: "This folder is in no git repository." };
  }
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" };
  const options = { cwd, env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) => {
    let isLate = false;
    const child = execFile("git", [...args], options, (error, stdout) => {
      stop();
      if (error === null) resolve({ kind: "told", text: stdout });
      else if (typeof error.code === "number") resolve({ kind: "refused" });
      else if (isLate) resolve({ kind: "unavailable", why: tooLate(deadline) });
      else resolve({ kind: "unavailable", why: whyNot(error) });
    });
    // an agent that takes long to load meanwhile must not cost the run its commit
    const stop = listeningTimeout(deadline, () => {
      isLate = true;
      child.kill("SIGKILL");
    });
  });
}

function tooLate(deadline: number): string {
  return `git did not answer within ${deadline / 1000} s.`;
}

function whyNot({ code }: { code?: unknown }): string {
  return code === "ENOENT" ? "git is not installed here." : "git could not be started here.";
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
