import { afterEach, describe, expect, test } from "vitest";
import type {
  AuditEntry,
  StoredSession,
  StoredToken,
  TeamStore,
} from "../../core/team/team-store.ts";

interface TeamStoreContract {
  /** Opens another store on the same, as another server would. */
  readonly openAgain: (store: TeamStore) => Promise<TeamStore>;
}

/** Every store of a team passes the same tests. */
export function describeTeamStore(
  name: string,
  makeStore: () => Promise<TeamStore>,
  { openAgain }: TeamStoreContract,
): void {
  const open: TeamStore[] = [];
  afterEach(async () => {
    for (const store of open.splice(0)) await store.close();
  });
  async function kept(making: Promise<TeamStore>): Promise<TeamStore> {
    const store = await making;
    open.push(store);
    return store;
  }

  describe(`${name} keeps the TeamStore contract`, () => {
    test("a session is found by its key, by another server too", async () => {
      const store = await kept(makeStore());
      expect(await store.session("k1")).toBeUndefined();
      await store.addSession(aSession({}));
      const other = await kept(openAgain(store));
      expect(await other.session("k1")).toEqual(aSession({}));
      expect(await other.sessions("ben")).toEqual([]);
    });

    test("of two that go one step on at once, one does", async () => {
      const store = await kept(makeStore());
      const other = await kept(openAgain(store));
      await store.addSession(aSession({}));
      const step = { seenAt: 9, generation: 1, rotatedAt: 9 };
      const went = [await store.stepSession("k1", 0, step), await other.stepSession("k1", 0, step)];
      expect(went).toEqual([true, false]);
      expect(await store.session("k1")).toMatchObject(step);
    });

    test("sessions end one by one, or all of a user, and no other's", async () => {
      const store = await kept(makeStore());
      await store.addSession(aSession({}));
      await store.addSession(aSession({ key: "k2", id: "s2", createdAt: 2 }));
      await store.addSession(aSession({ key: "k3", id: "s3", user: "ben" }));
      expect((await store.sessions("anna")).map(({ id }) => id)).toEqual(["s2", "s1"]);
      expect(await store.endSessions({ user: "ben", id: "s1" })).toBe(0);
      expect(await store.endSessions({ user: "anna", id: "s1" })).toBe(1);
      expect(await store.endSessions({ user: "anna" })).toBe(1);
      expect((await store.sessions()).map(({ id }) => id)).toEqual(["s3"]);
    });

    test("tokens are kept, touched and ended", async () => {
      const store = await kept(makeStore());
      await store.addToken(aToken({}));
      await store.touchToken("t1", 77);
      expect(await store.token("t1")).toEqual(aToken({ seenAt: 77 }));
      expect(await store.tokens()).toHaveLength(1);
      expect(await store.tokens("ben")).toEqual([]);
      expect(await store.endTokens({ user: "anna", id: "other" })).toBe(0);
      expect(await store.endTokens({ user: "anna" })).toBe(1);
      expect(await store.token("t1")).toBeUndefined();
    });

    test("what ended long ago is forgotten, and what has not is kept", async () => {
      const store = await kept(makeStore());
      await store.addSession(aSession({}));
      await store.addToken(aToken({ endsAt: 5000 }));
      await store.forget(2000);
      expect(await store.sessions()).toEqual([]);
      expect(await store.tokens()).toHaveLength(1);
    });

    test("the audit log is read from its end, page by page, and by who, what and how", async () => {
      const store = await kept(makeStore());
      expect(await store.audit({ limit: 5 })).toEqual([]);
      await store.record([anEntry({}), anEntry({ who: "ben", action: "delete" })]);
      await store.record([anEntry({ outcome: "refused", note: "nul \u0000 and \ud800" })]);
      const [newest, ...rest] = await store.audit({ limit: 2 });
      expect(newest).toMatchObject({ outcome: "refused" });
      expect(rest).toMatchObject([{ who: "ben" }]);
      const before = await store.audit({ limit: 5, before: rest[0]?.seq });
      expect(before).toEqual([{ ...anEntry({}), seq: expect.any(Number) }]);
      expect(await store.audit({ limit: 5, who: "ben" })).toHaveLength(1);
      expect(await store.audit({ limit: 5, action: "run", outcome: "done" })).toHaveLength(1);
    });

    test("two servers write one log", async () => {
      const store = await kept(makeStore());
      const other = await kept(openAgain(store));
      const writing = Array.from({ length: 40 }, (_, at) =>
        (at % 2 === 0 ? store : other).record([anEntry({ at })]),
      );
      await Promise.all(writing);
      expect(await store.audit({ limit: 100 })).toHaveLength(40);
    });
  });
}

function aSession(given: Partial<StoredSession>): StoredSession {
  return {
    ...{ key: "k1", id: "s1", user: "anna", label: "Anna", origin: "file", role: "viewer" },
    ...{ createdAt: 1, endsAt: 1000, seenAt: 1, seal: "seal", address: "10.0.0.1" },
    ...{ browser: "Firefox", generation: 0, rotatedAt: 1 },
    ...given,
  };
}

function aToken(given: Partial<StoredToken>): StoredToken {
  return {
    ...{ key: "t1", id: "tid", user: "anna", label: "Anna", origin: "oidc", role: "sender" },
    ...{ createdAt: 1, endsAt: 1000, seenAt: 0, seal: "seal", name: "ci" },
    ...given,
  };
}

function anEntry(given: Partial<AuditEntry>): AuditEntry {
  return {
    ...{ at: 1_700_000_000_000, who: "anna", by: "session", action: "run", target: "r1" },
    ...{ outcome: "done", address: "10.0.0.1", note: "" },
    ...given,
  };
}
