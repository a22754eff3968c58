import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import {
  type LoopbackModels,
  loopbackModels,
  type ModelReply,
  type ModelRequest,
  type ModelScript,
} from "../../src/testing/index.ts";
import { assay, evalSet, project } from "../cli/assay.ts";
import { answerShown, judgeByRule } from "../judge-by-rule.ts";

/** How each provider's real package is pointed at the loopback server. */
export const providers: Readonly<
  Record<string, (url: string) => { model: string; env: Record<string, string>; args?: string[] }>
> = {
  google: (url) => ({
    model: "gemini-2.5-flash",
    env: { GOOGLE_API_KEY: "test", GOOGLE_GEMINI_BASE_URL: url },
  }),
  openai: (url) => ({
    model: "openai/gpt-5-mini",
    env: { OPENAI_API_KEY: "test", OPENAI_BASE_URL: `${url}/v1` },
  }),
  anthropic: (url) => ({
    model: "anthropic/claude-haiku-4-5",
    env: { ANTHROPIC_API_KEY: "test", ANTHROPIC_BASE_URL: url },
  }),
  ollama: (url) => ({ model: "ollama/llama3", env: { OLLAMA_BASE_URL: url } }),
  "openai-compatible": (url) => ({
    model: "openai-compatible/house-model",
    env: {},
    args: ["--base_url", `${url}/v1`],
  }),
};

/** Every answer of the agent is right but that of each fourth case. */
const agent = `
export async function rootAgent(text) {
  const number = Number(/\\d+/.exec(text));
  return number % 4 === 3 ? "I do not know." : "It is " + (number + 1) + ".";
}
`;

export function judgedProject({ cases = 4, samples = 3 } = {}): string {
  const written = Array.from(
    { length: cases },
    (_, index) =>
      [
        `case_${index}`,
        { user: `What comes after ${1000 + index}?`, answer: `${1001 + index}` },
      ] as const,
  );
  return project({
    "agent.mjs": agent,
    "set.evalset.json": evalSet(Object.fromEntries(written)),
    "judged.json": {
      criteria: {
        final_response_match_v2: {
          threshold: 0.5,
          judge_model_options: { num_samples: samples, parallelism_limit: samples },
        },
      },
    },
  });
}

const TURNS = 4;

/** Scenarios that a model plays, judged by one sample a turn. */
export function simulatedProject({ cases = 3, model = "openai/gpt-5-mini" } = {}): string {
  return project({
    "agent.mjs": agent,
    "set.evalset.json": {
      eval_set_id: "set",
      eval_cases: Array.from({ length: cases }, (_, index) => ({
        eval_id: `case_${index}`,
        conversation_scenario: {
          starting_prompt: `What comes after ${1000 + index}?`,
          conversation_plan: `Ask three more times what comes after a number, for plan ${1000 + index}, then end.`,
        },
      })),
    },
    "judged.json": {
      criteria: {
        rubric_based_final_response_quality_v1: {
          threshold: 0.5,
          judge_model_options: { num_samples: 1 },
          rubrics: ["The answer is a number or says that it is not known."],
        },
      },
      user_simulator_config: { model, max_allowed_invocations: TURNS, model_configuration: {} },
    },
  });
}

/** Plays the user and the judge: who is asked shows in the question. */
export function userOrJudge(request: ModelRequest): ModelReply {
  const text = request.messages.map((message) => message.text).join("\n");
  if (text.includes("<<<MATERIAL")) return judgeByRule(request, () => true);
  const asked = text.split("What comes after").length - 1;
  return { text: `What comes after ${2000 + asked}?` };
}

/** What an honest judge says. */
export function honest(request: ModelRequest): ModelReply {
  return judgeByRule(request, (shown) => answerShown(shown).startsWith("It is"));
}

export async function server(script: ModelScript): Promise<LoopbackModels> {
  const models = await loopbackModels(script);
  onTestFinished(() => models.close());
  return models;
}

/** The number that a request is about, which names its case. */
export function caseOf({ messages }: ModelRequest): string {
  const text = messages.map((message) => message.text).join("\n");
  return `case_${Number(/What comes after (\d+)/.exec(text)?.[1]) - 1000}`;
}

export function evaluateJudged(
  cwd: string,
  { model, env, args = [] }: ReturnType<NonNullable<(typeof providers)[string]>>,
  more: {
    readonly args?: readonly string[];
    readonly onSpawn?: NonNullable<Parameters<typeof assay>[1]["onSpawn"]>;
  } = {},
) {
  const { onSpawn } = more;
  return assay(
    [
      ...["eval", "agent.mjs", "set.evalset.json", "--config_file_path", "judged.json"],
      ...["--judge_model", model, "--reporter", "json=report.json", "--reporter", "terminal"],
      ...args,
      ...(more.args ?? []),
    ],
    { cwd, env, ...(onSpawn === undefined ? {} : { onSpawn }) },
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a report is read as a stranger would
export function reportIn(cwd: string): any {
  return JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
}

/** The events of a journal, read as a stranger would. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export function journalIn(cwd: string): readonly any[] {
  const path = join(cwd, ".assay", "assay.db");
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path);
  try {
    const rows = database.prepare("SELECT body FROM events ORDER BY seq").all();
    return rows.map((row) => JSON.parse(String(row.body)));
  } finally {
    database.close();
  }
}
