import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../postgres-database.ts";
import { assay, project } from "../assay.ts";
import { startWorker } from "./team.ts";

/** Notes what it hears, and in which process. In the second turn of one case it computes without a pause, once. */
const agentThatBlocks = (seconds: number) => `
import { appendFileSync, existsSync, writeFileSync } from "node:fs";
export async function rootAgent(text) {
  appendFileSync(process.env.HEARD, process.pid + " " + text + "\\n");
  if (text !== "c2 1") await new Promise((resolve) => setTimeout(resolve, 300));
  else if (!existsSync(process.env.HEARD + ".blocked")) {
    writeFileSync(process.env.HEARD + ".blocked", "");
    const end = Date.now() + ${seconds * 1000};
    while (Date.now() < end);
  }
  return text;
}`;

const set = {
  eval_set_id: "demo",
  eval_cases: [0, 1, 2, 3, 4, 5].map((place) => ({
    eval_id: `c${place}`,
    conversation: [0, 1].map((turn) => ({
      user_content: `c${place} ${turn}`,
      final_response: `c${place} ${turn}`,
    })),
  })),
};

async function begin(seconds: number) {
  const cwd = project({ "agent.mjs": agentThatBlocks(seconds), "demo.evalset.json": set });
  const store = await postgresDatabase();
  const env = { ASSAY_STORE: store, HEARD: join(cwd, "heard.txt") };
  const workers = [0, 1].map(() => startWorker(cwd, { store, concurrency: 3, env }));
  const running = assay(["eval", "agent.mjs", "demo.evalset.json", "--workers"], { cwd, env });
  const heard = () => {
    const lines = readFileSync(env.HEARD, { encoding: "utf8", flag: "a+" }).trim().split("\n");
    return lines.map((line) => {
      const [pid, ...words] = line.split(" ");
      return { pid: Number(pid), text: words.join(" ") };
    });
  };
  return { store, workers, running, heard };
}

test("a worker whose agent computes for longer than a lease lasts keeps what it has beside another one", async () => {
  const { store, running, heard } = await begin(14);
  expect((await running).code).toBe(0);
  const texts = heard().map(({ text }) => text);
  expect(texts.toSorted()).toEqual([...new Set(texts)].toSorted());
  expect(texts).toHaveLength(12);
  const [row] = await ask<{ lost: number }>(
    store,
    "SELECT sum(lost)::int AS lost FROM assay.workers",
  );
  expect(row?.lost).toBe(0);
}, 120_000);

test("what a worker had that was killed while its agent computed goes on in another one from where it was", async () => {
  const { store, workers, running, heard } = await begin(600);
  const blocked = async () => {
    for (;;) {
      const found = heard().find(({ text }) => text === "c2 1");
      if (found !== undefined) return found.pid;
      await setTimeout(50);
    }
  };
  const pid = await blocked();
  workers.find(({ child }) => child.pid === pid)?.child.kill("SIGKILL");
  expect((await running).code).toBe(0);
  const texts = heard().map(({ text }) => text);
  const once = (text: string) => texts.filter((each) => each === text).length;
  expect(once("c2 0")).toBe(1);
  expect(once("c2 1")).toBe(2);
  const [row] = await ask<{ ends: number; turns: number }>(
    store,
    `SELECT count(*) FILTER (WHERE type = 'case-end')::int AS ends,
       count(*) FILTER (WHERE type = 'turn-end')::int AS turns FROM assay.events`,
  );
  expect(row).toEqual({ ends: 6, turns: 12 });
}, 120_000);
