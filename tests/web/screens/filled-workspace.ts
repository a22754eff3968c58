import { onTestFinished } from "vitest";
import { loopbackModels } from "../../../src/testing/index.ts";
import { assay, evalSet, project } from "../../cli/assay.ts";
import { judgeByRule } from "../../judge-by-rule.ts";
import { chatClient } from "../chats/chat-client.ts";
import { agentOf, modelOf, sendTrace, text, toolOf } from "../otlp-sender.ts";
import { startWeb, type WebServer } from "../web-server.ts";

/** A workspace with something of everything, served; `Known` are the ids of what is in it. */
export interface FilledWorkspace {
  readonly web: WebServer;
  readonly known: Known;
}

export interface Known {
  readonly run: string;
  readonly before: string;
  readonly set: string;
  readonly evalSetId: string;
  readonly agent: string;
  readonly chat: string;
  readonly session: string;
  readonly judge: string;
  /** Cases by how they came out. */
  readonly cases: Readonly<Record<"passed" | "failed" | "errored" | "unscored", string>>;
}

/** What stands wherever somebody else may write something. */
export interface Texts {
  /** A word of a sentence, an answer, a tag, a title. */
  readonly words: string;
  /** Part of the name of a folder or a file. */
  readonly file: string;
  /** Part of an id or of the name of a tool. */
  readonly id: string;
}

const agentOfTexts = ({ words, id }: Texts) => `
const words = ${JSON.stringify(words)};
export const rootAgent = {
  name: "shop",
  instruction: "Refund. " + words,
  tools: [{ name: "refund" + ${JSON.stringify(id)}, description: words }],
  start() {
    return {
      async send({ text }, turn) {
        console.log("printed " + words);
        turn.call("1", "get_order", { ["order" + words]: words });
        turn.result("1", "get_order", { output: { [words]: words } });
        if (text.includes("break")) throw new Error("The order service is away. " + words);
        turn.call("2", "refund" + ${JSON.stringify(id)}, { cents: text.includes("wrong") ? 12 : 1200, words });
        turn.result("2", "refund" + ${JSON.stringify(id)}, { error: text.includes("wrong") ? "no rate " + words : undefined });
        turn.usage({ input: 9, output: 4 }, { model: "model " + words });
        return text.includes("wrong") ? "# Twelve cents. " + words + "\\n\\n<b>[link](javascript:alert(1))</b>" : "Order 17 is refunded.";
      },
    };
  },
};`;

export async function filledWorkspace(texts: Texts): Promise<FilledWorkspace> {
  const { words, file, id } = texts;
  const models = await loopbackModels((request) => judgeByRule(request, () => true));
  onTestFinished(() => models.close());
  const calls = [
    { name: "get_order", args: { [`order${words}`]: words } },
    { name: `refund${id}`, args: { cents: 1200, words } },
  ];
  const answer = "Order 17 is refunded.";
  const assaySettings = { tags: [`tag ${words}`] };
  const cases = {
    passed: `passed${id}`,
    failed: `failed${id}`,
    errored: `errored${id}`,
    unscored: `unscored${id}`,
  };
  const set = evalSet(
    {
      [cases.passed]: { user: `Refund it. ${words}`, answer, calls, assay: assaySettings },
      [cases.failed]: { user: `Refund it wrongly. ${words}`, answer: `${answer} ${words}`, calls },
      [cases.errored]: { user: `Refund it and break. ${words}`, answer, calls },
      [cases.unscored]: { user: `Refund it, unasked. ${words}` },
    },
    `refunds${id}`,
  );
  const folder = `shop${file}`;
  const cwd = project({
    [`${folder}/agent.mjs`]: agentOfTexts(texts),
    [`${folder}/refunds${file}.evalset.json`]: {
      ...set,
      name: `Refunds ${words}`,
      description: `What it is for: ${words}`,
    },
    [`${folder}/test_config.json`]: {
      criteria: {
        tool_trajectory_avg_score: 1,
        response_match_score: 0.8,
        final_response_match_v2: { threshold: 0.5, judge_model_options: { num_samples: 1 } },
      },
    },
    // with mistakes in it
    [`${folder}/broken${file}.evalset.json`]: `{ "eval_set_id": ${JSON.stringify(words)}, "eval_cases": [{ ${JSON.stringify(words)}: `,
  });
  const env = { OPENAI_API_KEY: "", OPENAI_BASE_URL: `${models.url}/v1` };
  const args = ["eval", folder, `${folder}/refunds${file}.evalset.json`];
  const judge = ["--judge_model", "openai-compatible/judge"];
  await assay([...args, ...judge], { cwd, env });
  await assay([...args, ...judge, "-n", "2"], { cwd, env });
  const web = await startWeb(cwd);
  return { web, known: { ...(await knownIn(web, texts)), cases } };
}

async function knownIn(web: WebServer, texts: Texts): Promise<Omit<Known, "cases">> {
  const { runs } = (await web.json("/api/v1/runs")) as {
    runs: readonly { runId: string }[];
  };
  const { sets } = (await web.json("/api/v1/sets")) as {
    sets: readonly { id: string; evalSetId: string; problems: number; agent: string }[];
  };
  const whole = sets.find(({ problems }) => problems === 0);
  const agent = whole?.agent ?? "";
  const chats = chatClient(web);
  const chat = await chats.begin(agent, { title: `Chat ${texts.words}` });
  await chats.say(chat, `Refund it wrongly. ${texts.words}`);
  return {
    run: runs[0]?.runId ?? "",
    before: runs[1]?.runId ?? "",
    set: whole?.id ?? "",
    evalSetId: whole?.evalSetId ?? "",
    agent,
    chat: chat.chatId,
    session: await received(web, texts),
    judge: "final_response_match_v2",
  };
}

/** A trace of somebody else's agent. */
async function received(web: WebServer, { words, id }: Texts): Promise<string> {
  const { receiver } = (await web.json("/api/v1/sessions")) as { receiver: { http: string } };
  const question = [text("system", words), text("user", `Refund it. ${words}`)];
  await sendTrace(receiver.http, [
    { id: "http", name: `POST ${words}`, from: 0, to: 5000, attributes: { [words]: words } },
    { id: "desk", parent: "http", from: 10, to: 4900, attributes: agentOf(`desk ${words}`) },
    { id: "ask", parent: "desk", from: 20, to: 900, attributes: modelOf(question) },
    {
      id: "rate",
      parent: "desk",
      name: `execute ${words}`,
      from: 1000,
      to: 3000,
      attributes: toolOf(`get_rate${id}`, { [words]: words }),
      error: words,
    },
    { id: "cut", parent: "rate", name: words, from: 1100 },
    {
      id: "say",
      parent: "desk",
      from: 3500,
      to: 4800,
      attributes: modelOf(question, [text("assistant", words)]),
    },
  ]);
  const { sessions } = (await web.json("/api/v1/sessions")) as { sessions: { id: string }[] };
  return sessions[0]?.id ?? "";
}
