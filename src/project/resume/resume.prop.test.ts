import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate } from "../../api/evaluate.ts";
import { sqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

const evalSet = {
  eval_set_id: "talks",
  eval_cases: ["a", "b", "c"].map((id, index) => ({
    eval_id: id,
    conversation: Array.from({ length: index + 1 }, (_, turn) => ({
      user_content: `${id} ${turn}`,
      final_response: `${id} ${turn}`,
    })),
  })),
};

/** Says back what it hears, and can be told to stop answering after some calls. */
function echo(stopAfter = Number.POSITIVE_INFINITY) {
  const controller = new AbortController();
  const calls: string[] = [];
  async function agent(text: string): Promise<string> {
    calls.push(text);
    if (calls.length >= stopAfter) controller.abort();
    return text;
  }
  return { agent, calls, signal: controller.signal };
}

const criteria = { response_match_score: 1 };

interface Damaged {
  readonly seq: number;
  readonly type: string;
  readonly evalId: string | null;
}

/** Changes one character of one stored event. */
function flip(path: string, event: number, place: number): Damaged {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT seq, type, eval_id, body FROM events ORDER BY seq").all();
  const row = rows[event % rows.length];
  const body = String(row?.body);
  const at = place % body.length;
  const flipped = String.fromCharCode(body.charCodeAt(at) ^ 1);
  database
    .prepare("UPDATE events SET body = ? WHERE seq = ?")
    .run(body.slice(0, at) + flipped + body.slice(at + 1), Number(row?.seq));
  database.close();
  const evalId = row?.eval_id;
  return {
    seq: Number(row?.seq),
    type: String(row?.type),
    evalId: typeof evalId === "string" ? evalId : null,
  };
}

const damage = fc.record({
  /** Calls before the run is stopped; more than there are turns lets it end. */
  stopAfter: fc.integer({ min: 1, max: 8 }),
  event: fc.nat({ max: 40 }),
  place: fc.nat({ max: 2000 }),
});

test("a run with any character of any stored event changed goes on to evaluate every case once", async () => {
  await fc.assert(
    fc.asyncProperty(damage, async ({ stopAfter, event, place }) => {
      const path = join(temporaryFolder(), "assay.db");
      const first = echo(stopAfter);
      const options = { criteria, concurrency: 1, signal: first.signal };
      const { runId } = await evaluate(first.agent, evalSet, { ...options, store: path });
      const damaged = flip(path, event, place);

      const told: number[] = [];
      const store = sqliteStore({ path, onDamage: ({ seq }) => told.push(seq) });
      const second = echo();
      const resumed = evaluate(second.agent, evalSet, { criteria, store, resume: runId });
      if (damaged.type === "run-start") {
        await expect(resumed).rejects.toThrow(/beginning of run .* is damaged/);
        await store.close();
        return;
      }
      const run = await resumed;
      expect(told).toContain(damaged.seq);
      expect(run).toMatchObject({ passed: true, totals: { cases: 3, passed: 3, notRun: 0 } });
      expect(
        run.trials.flat().map(({ evalId, invocations }) => [evalId, invocations.length]),
      ).toEqual([
        ["a", 1],
        ["b", 2],
        ["c", 3],
      ]);
      // what can be read is not held again: only the damaged conversation pays, and only from the damage on
      const whole = evalSet.eval_cases.flatMap(({ conversation }) =>
        conversation.map((turn) => turn.user_content),
      );
      const repeated = second.calls.filter((call) => first.calls.slice(0, -1).includes(call));
      expect(repeated.every((call) => call.startsWith(damaged.evalId ?? "-"))).toBe(true);
      expect(new Set([...first.calls, ...second.calls])).toEqual(new Set(whole));
      expect(await store.endedCases(runId)).toHaveLength(3);
      await store.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("a run stopped at any call goes on without holding a finished turn again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), async (stopAfter) => {
      const path = join(temporaryFolder(), "assay.db");
      const first = echo(stopAfter);
      const options = { criteria, concurrency: 2, store: path };
      await evaluate(first.agent, evalSet, { ...options, signal: first.signal });
      const second = echo();
      const run = await evaluate(second.agent, evalSet, { ...options, resume: true });
      expect(run).toMatchObject({ passed: true, totals: { cases: 3, passed: 3 } });
      expect(run.cases).toHaveLength(3);
      expect(first.calls.length + second.calls.length).toBeLessThanOrEqual(6 + 2);
    }),
    { numRuns: 20 },
  );
}, 60_000);
