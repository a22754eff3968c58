import { expect, test } from "vitest";
import { ask, postgresDatabase } from "../../../tests/postgres-database.ts";
import type { RunStore } from "../../core/run-store.ts";
import { aCaseEnd, aRunEnd, aRunStart, caseEvents } from "../../testing/builders.ts";
import { describeRunStore } from "../../testing/run-store/run-store-contract.ts";
import type { Damage } from "../event-row.ts";
import { postgresStore } from "./postgres-store.ts";

const addresses = new WeakMap<RunStore, string>();

async function storeAt(address: string): Promise<RunStore> {
  const store = postgresStore(address);
  addresses.set(store, address);
  return store;
}

describeRunStore("postgresStore", async () => storeAt(await postgresDatabase()), {
  openAgain: async (store) => storeAt(addresses.get(store) ?? ""),
});

test("tells of a flipped bit and lets the conversation end again", async () => {
  const address = await postgresDatabase();
  const damages: Damage[] = [];
  const store = postgresStore({ address, onDamage: (damage) => damages.push(damage) });
  for (const event of [aRunStart(), ...caseEvents(), aRunEnd()]) await store.append(event);
  await ask(address, "UPDATE assay.events SET body = replace(body, 'passed', 'pasted')");
  expect((await Array.fromAsync(store.caseEvents("run-1"))).map(({ type }) => type)).toEqual([
    "case-start",
    "turn-end",
  ]);
  expect(damages).toMatchObject([{ runId: "run-1" }]);
  await store.append(aCaseEnd({ status: "failed" }));
  expect(await store.endedCases("run-1")).toMatchObject([{ status: "failed" }]);
  await store.close();
});

test("gives places in the order in which they become visible, whoever writes beside it", async () => {
  const address = await postgresDatabase();
  const stores = [postgresStore(address), postgresStore(address), postgresStore(address)];
  const reader = postgresStore(address);
  const count = 60;
  let written = false;
  const writing = Promise.all(
    stores.map(async (store, writer) => {
      for (let index = 0; index < count; index += 1) {
        const evalId = `${writer} ${index}`;
        await store.append(aCaseEnd({ evalId, index: writer * count + index }));
      }
    }),
  ).then(() => {
    written = true;
  });
  const seen: number[] = [];
  for (let seq = 0; ; ) {
    const last = written;
    const page = await reader.eventsSince("run-1", seq, 1000);
    seen.push(...page.events.map((placed) => placed.seq));
    seq = page.seq;
    if (last && page.events.length === 0) break;
  }
  await writing;
  expect(seen).toHaveLength(stores.length * count);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  for (const store of [...stores, reader]) await store.close();
});
