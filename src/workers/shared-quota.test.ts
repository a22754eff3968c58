import { expect, onTestFinished, test } from "vitest";
import { postgresDatabase } from "../../tests/postgres-database.ts";
import type { ModelCall } from "../core/chat-model.ts";
import { insertDispatch } from "./dispatches.ts";
import { listLimits, setLimits } from "./limits.ts";
import { openTables } from "./open-tables.ts";
import { type SharedQuota, sharedQuota } from "./shared-quota.ts";

const MODEL = "openai/gpt-5-mini";

const call: ModelCall = {
  role: "judge",
  model: { id: MODEL, generate: () => Promise.reject(new Error("nobody asks it")) },
  request: { messages: [{ role: "user", text: "Is it so?" }] },
  turn: 0,
  step: "match",
  sample: 0,
};

/** Two workers of one run, on one database, each with connections of its own. */
async function twoWorkers(maxCost?: number) {
  const address = await postgresDatabase();
  const clients = [openTables(address, 4), openTables(address, 4)] as const;
  onTestFinished(async () => {
    for (const client of clients) await client.close();
  });
  const [client] = clients;
  await insertDispatch(client.query, {
    ...{ runId: "run", token: "1", resumes: false, planned: 1, failFast: false },
    ...{ maxCost: maxCost ?? null, budget: null, deadline: undefined, spent: 0, agentsSpent: 0 },
    about: {} as never,
  });
  const [one, other] = clients.map((each) => sharedQuota({ client: each, runId: "run", maxCost }));
  return { client, one: one as SharedQuota, other: other as SharedQuota };
}

const never = new AbortController().signal;
const cents = () => 0.01;

/** Whether it begins within a moment. */
async function begins(quota: SharedQuota, likely: () => number | undefined = cents) {
  const gaveUp = new AbortController();
  const begun = quota.begin(call, likely, gaveUp.signal).then(
    (ticket) => ticket,
    () => undefined,
  );
  const timer = setTimeout(() => gaveUp.abort(), 400);
  const ticket = await begun;
  clearTimeout(timer);
  return ticket;
}

test("places are those of all workers together, and one that is free again is taken", async () => {
  const { client, one, other } = await twoWorkers();
  await setLimits(client, { model: MODEL, requests: null, tokens: null, places: 2 });
  const first = await begins(one);
  expect(first).toBeDefined();
  expect(await begins(other)).toBeDefined();
  expect(await begins(one)).toBeUndefined();
  first?.end({ made: true });
  expect(await begins(other)).toBeDefined();
});

test("so many calls begin in a minute, whoever makes them", async () => {
  const { client, one, other } = await twoWorkers();
  await setLimits(client, { model: MODEL, requests: 30, tokens: null, places: null });
  let begun = 0;
  for (const quota of [one, other, one, other, one, other]) {
    const ticket = await begins(quota);
    if (ticket === undefined) break;
    begun += 1;
    ticket.end({ made: true });
  }
  // a tenth of a minute's worth at once, and then one after the other
  expect(begun).toBe(3);
});

test("tokens that an answer really had are taken from what the minute allows", async () => {
  const { client, one, other } = await twoWorkers();
  await setLimits(client, { model: MODEL, requests: null, tokens: 10_000, places: null });
  const ticket = await begins(one);
  ticket?.end({ made: true, tokens: 2_000 });
  await expect.poll(() => listLimits(client)).toMatchObject([{ open: 0 }]);
  expect(await begins(other)).toBeUndefined();
});

test("what a provider says to one worker rests all of them", async () => {
  const { client, one, other } = await twoWorkers();
  one.rest(MODEL, 60_000);
  await expect.poll(async () => (await listLimits(client))[0]?.rests ?? 0).toBeGreaterThan(50);
  expect(await begins(other)).toBeUndefined();
  expect(other.restLeft(MODEL)).toBeGreaterThan(50_000);
});

test("a ceiling for costs holds over all workers, with what is under way", async () => {
  const { client, one, other } = await twoWorkers(0.05);
  const first = await begins(one, () => 0.03);
  // with it the ceiling would be passed, should the first one cost what is likely
  expect(await begins(other, () => 0.03)).toBeUndefined();
  first?.end({ made: true, cost: 0.01 });
  const second = await begins(other, () => 0.03);
  expect(second).toBeDefined();
  second?.end({ made: true, cost: 0.05 });
  const spent = () => client.query<{ spent: number }>("SELECT spent FROM assay.dispatches");
  await expect.poll(async () => (await spent())[0]?.spent).toBeCloseTo(0.06);
  await expect(one.begin(call, cents, never)).rejects.toThrow(
    "The run's ceiling of $0.05 is reached; $0.0600 were spent.",
  );
});

test("a call of which nobody knows the cost is made alone, and is not overtaken for ever", async () => {
  const { one, other } = await twoWorkers(1);
  const known = await begins(one);
  const unknown = other.begin(call, () => undefined, never);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await begins(one)).toBeUndefined();
  known?.end({ made: true, cost: 0.01 });
  await expect(unknown).resolves.toBeDefined();
});
