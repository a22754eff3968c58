import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { LoopbackModels } from "../../../src/testing/index.ts";
import { runAssay } from "../run-assay.ts";
import { chatStories } from "./chat-stories.ts";
import { diceStories } from "./dice-stories.ts";
import { diceHistory, flakesOf, latestTrials, refundHistory, type Version } from "./histories.ts";
import { refundStories } from "./refund-cases.ts";
import { type Story, setOf, type Trials } from "./story.ts";

const root = resolve(import.meta.dirname, "../../..");
const agentCode = readFileSync(join(import.meta.dirname, "scripted-agent.mjs"), "utf8");

const rubrics = [
  "Refunds in the currency of the payment.",
  "Checks the policy before it refunds.",
  "Finds the customer before any order.",
  "Sends one confirmation.",
].map((text, at) => ({ rubric_id: `refund_${at + 1}`, rubric_content: { text_property: text } }));

const refundCriteria = {
  tool_trajectory_avg_score: { threshold: 0.8, match_type: "IN_ORDER" },
  response_match_score: 0.9,
  final_response_match_v2: 0.8,
  rubric_based_tool_use_quality_v1: { threshold: 0.8, rubrics },
  hallucinations_v1: 0.9,
};

const diceCriteria = {
  tool_trajectory_avg_score: { threshold: 0.5, match_type: "IN_ORDER" },
  response_match_score: 0.7,
};

/** How an agent of the pictures behaves from here on. */
export interface Behaviour {
  readonly trials: Trials;
  /** 1 as slow as a model, less for the impatient. */
  readonly pace?: number;
  /** These cases begin when there is this file. */
  readonly gate?: { readonly file: string; readonly cases: readonly string[] };
}

export interface Workspace {
  readonly folder: string;
  readonly models: LoopbackModels;
}

const parts: Readonly<Record<string, readonly Story[]>> = {
  support_desk: [...chatStories, ...refundStories],
  dice_primes: diceStories,
};

export function behave({ folder }: Workspace, agent: string, behaviour: Behaviour): void {
  const script = { stories: parts[agent], pace: 0.01, ...behaviour };
  write(join(folder, agent, "script.json"), JSON.stringify(script));
}

/** Agents, sets and everything that was run, in a repository of its own. */
export async function makeWorkspace(workspace: Workspace): Promise<void> {
  const { folder } = workspace;
  for (const agent of Object.keys(parts)) write(join(folder, agent, "agent.mjs"), agentCode);
  write(join(folder, "support_desk/evals/refunds.evalset.json"), setOf("refunds", refundStories));
  write(join(folder, "support_desk/evals/test_config.json"), { criteria: refundCriteria });
  write(join(folder, "dice_primes/dice.evalset.json"), setOf("dice", diceStories));
  write(join(folder, "dice_primes/test_config.json"), { criteria: diceCriteria });
  cpSync(join(root, "examples/home-automation"), join(folder, "home_automation"), {
    recursive: true,
  });
  write(join(folder, ".gitignore"), ".assay\n");
  git(folder, "init", "--quiet");
  await runHistory(workspace, "dice_primes", diceHistory, ["--num_runs", "3"]);
  for (let run = 0; run < 3; run += 1) await runEval(workspace, "home_automation", []);
  await runHistory(workspace, "support_desk", refundHistory, []);
  behave(workspace, "support_desk", { trials: latestTrials });
  await runEval(workspace, "support_desk", latestArguments);
}

/** Nothing but the tool that never answers is given up. */
export const latestArguments = ["--num_runs", "5", "--concurrency", "40", "--timeout", "3600"];

async function runHistory(
  workspace: Workspace,
  agent: string,
  history: readonly Version[],
  args: readonly string[],
): Promise<void> {
  let number = 0;
  for (const { commit, runs, trials } of history) {
    behave(workspace, agent, { trials });
    git(workspace.folder, "add", "--all");
    git(workspace.folder, "commit", "--quiet", "--message", commit);
    for (let run = 0; run < runs; run += 1) {
      const now = agent === "support_desk" ? { ...trials, ...flakesOf(number) } : trials;
      // a flake is no change of the agent
      behave(workspace, agent, { trials: now });
      await runEval(workspace, agent, args);
      number += 1;
    }
    behave(workspace, agent, { trials });
  }
}

async function runEval(
  { folder, models }: Workspace,
  agent: string,
  args: readonly string[],
): Promise<void> {
  const judge = ["--judge_model", "gemini-2.5-pro", "--base_url", models.url];
  const asked = agent === "support_desk" ? judge : [];
  await runAssay(["eval", agent, ...asked, ...args], folder);
}

function git(folder: string, ...args: readonly string[]): void {
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  execFileSync("git", [...person, ...args], { cwd: folder });
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
}
