import { expect, test } from "vitest";
import type { AuditEntry, TeamStore } from "../../core/team/team-store.ts";
import { auditLog } from "./audit-log.ts";

function logging() {
  const kept: AuditEntry[] = [];
  const told: AuditEntry[] = [];
  const store = {
    record: async (entries: readonly AuditEntry[]) => void kept.push(...entries),
  } as unknown as TeamStore;
  const log = auditLog({ store, tell: (entry) => told.push(entry), now: () => 7 });
  return { kept, told, log };
}

const facts = { who: "anna", by: "session", action: "run", target: "/x", address: "1.1.1.1" };

test("what is refused again and again is two lines: the first, and how many more", async () => {
  const { kept, told, log } = logging();
  for (let time = 0; time < 58; time += 1) await log.refused({ ...facts, note: "No." });
  await log.flush();
  await log.flush();
  expect(kept.map(({ note }) => note)).toEqual(["No.", "57 more of the same. No."]);
  expect(told).toEqual(kept);
});

test("names that are made up fill no log either", async () => {
  const { kept, log } = logging();
  for (let time = 0; time < 5000; time += 1) {
    await log.refused({ ...facts, who: `name ${time}`, note: "No." });
  }
  await log.flush();
  expect(kept.length).toBeLessThan(1100);
});

test("what somebody types stays one short line", async () => {
  const { kept, log } = logging();
  await log.done({ ...facts, who: `a\nb\u001b[31m\u202e${"c".repeat(1000)}`, note: "" });
  expect(kept[0]?.who).toMatch(/^a\ufffdb\ufffd\[31m\ufffdc+$/);
  expect(kept[0]?.who.length).toBe(300);
});
