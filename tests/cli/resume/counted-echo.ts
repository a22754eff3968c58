import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

export const slowEcho = `
import { appendFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  await new Promise((done) => setTimeout(done, 100));
  return text;
}`;

/** Answers its first case at once and the others when there is a file called go. */
export const gatedEcho = `
import { appendFileSync, existsSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync("calls.log", text + "\\n");
  while (text !== "u0" && !existsSync("go")) await new Promise((done) => setTimeout(done, 20));
  return text;
}`;

export function cases(count: number, answer = (index: number) => `u${index}`) {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `c${index}`,
      { user: `u${index}`, answer: answer(index) },
    ]),
  );
}

/** Without the line breaks that a narrow terminal makes. */
export const said = (stderr: string) => stderr.replaceAll(/\s+/g, " ");

export const calls = (cwd: string) => {
  const path = join(cwd, "calls.log");
  return existsSync(path) ? readFileSync(path, "utf8").trimEnd().split("\n") : [];
};

/** Resolves once the agent has been called so often. */
export async function called(cwd: string, times: number): Promise<void> {
  await expect.poll(() => calls(cwd).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(times);
}

/** Each of the cases has three turns, which a judge is asked about one by one. */
export const threeTurns = {
  eval_set_id: "demo",
  eval_cases: ["a", "b"].map((id) => ({
    eval_id: id,
    conversation: [0, 1, 2].map((turn) => ({
      user_content: `${id} ${turn}`,
      final_response: `${id} ${turn}`,
    })),
  })),
};
