// Compiled with everything else: each expected error must be one, and nothing else may be.

import { agentFactory } from "../../agents/agent-factory.ts";
import { recordedAgent } from "../../agents/recorded-agent.ts";
import type { Reporter } from "../../core/reporter.ts";
import { defineProject } from "./define-project.ts";

const echo = async (text: string) => text;
const reporter: Reporter = { onCase: () => {} };
/** As much of them as the compiler knows agents of frameworks by. */
const adk: { readonly name: string; runAsync(context: object): AsyncGenerator<object> } =
  recordedAgent([]) as never;
const sdk: { readonly version: "agent-v1"; generate(options: object): Promise<object> } =
  recordedAgent([]) as never;

export const good = [
  defineProject({}),
  defineProject({ agents: "agents/desk", criteria: { response_match_score: 0.8 } }),
  defineProject({ agents: ["agents/desk", echo] }),
  defineProject({ agents: echo, evalSets: "evals" }),
  defineProject({
    agents: {
      desk: { path: "agents/desk", agentName: "billing", evalSets: ["evals/a"] },
      echo,
      described: { agent: echo, evalSets: "evals" },
      recorded: recordedAgent([]),
      made: agentFactory(() => echo),
      python: { command: ["python3", "agent.py"] },
      adk,
      sdk,
    },
    reporters: ["terminal", "junit=evals-[name].xml", reporter, { onEnd: () => {} }],
    judge: { model: "openai/gpt-5-mini", check: "on" },
    timeouts: { turn: 5 },
    trials: 3,
    require: "all",
  }),
  defineProject({ config: { criteria: { mine: 1 }, customMetrics: { mine: () => 1 } } }),
];

export const bad = [
  // @ts-expect-error a misspelt key
  defineProject({ agent: "agents/desk" }),
  // @ts-expect-error a misspelt metric
  defineProject({ criteria: { response_match_scor: 0.8 } }),
  // @ts-expect-error a misspelt key of an agent
  defineProject({ agents: { desk: { pth: "agents/desk" } } }),
  // @ts-expect-error no agent at all
  defineProject({ agents: { desk: { evalSets: "evals" } } }),
  // @ts-expect-error two agents in one
  defineProject({ agents: { desk: { path: "agents/desk", agent: echo } } }),
  // @ts-expect-error a number is no agent
  defineProject({ agents: [7] }),
  // @ts-expect-error a misspelt hook
  defineProject({ reporters: [{ onCas: () => {} }] }),
  // @ts-expect-error no rule
  defineProject({ require: "most" }),
  // @ts-expect-error a deadline as a text
  defineProject({ timeouts: { turn: "5s" } }),
  // @ts-expect-error a judge by another name
  defineProject({ judge: { name: "openai/gpt-5-mini" } }),
];
