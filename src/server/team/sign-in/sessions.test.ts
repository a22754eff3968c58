import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sqliteTeamStore } from "../../../stores/sqlite/team/sqlite-team-store.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { addUser } from "../users/change-users.ts";
import { makeUsersFile, usersFile } from "../users/users-file.ts";
import { sessions } from "./sessions.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const here = { address: "10.0.0.1", browser: "Firefox/150.0" };

async function signedIn() {
  const folder = temporaryFolder();
  makeUsersFile(join(folder, "users.json"));
  const users = usersFile(join(folder, "users.json"));
  await addUser(users, { name: "anna", role: "editor" });
  const store = sqliteTeamStore(join(folder, "assay.db"));
  onTestFinished(() => store.close());
  let now = 1_800_000_000_000;
  const kept = sessions({ store, users, now: () => now });
  const who = { user: "anna", label: "anna", origin: "file", role: "editor" } as const;
  const cookie = await kept.begin(who, here);
  return {
    ...{ store, kept, cookie },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
    find: (value: string, visitor = here) => kept.find(value, visitor),
  };
}

test("a session ends after twelve hours without a request", async () => {
  const { find, wait, cookie } = await signedIn();
  wait(12 * HOUR + MINUTE);
  expect(await find(cookie)).toMatchObject({ why: "Nothing was asked for too long." });
  expect(await find(cookie)).toMatchObject({ why: "The session has ended." });
});

test("one that is used all the time ends after seven days", async () => {
  const { find, wait, cookie } = await signedIn();
  let mine = cookie;
  for (let hour = 0; hour < 7 * 24; hour += 6) {
    const found = await find(mine);
    expect(found.who?.user).toBe("anna");
    if (found.who !== undefined) mine = found.cookie ?? mine;
    wait(6 * HOUR);
  }
  wait(MINUTE);
  expect(await find(mine)).toMatchObject({ why: "The session is too old." });
});

test("a cookie is replaced while it is used, and what was under way still comes in by the one before", async () => {
  const { find, wait, cookie } = await signedIn();
  expect(await find(cookie)).not.toHaveProperty("cookie", expect.any(String));
  wait(11 * MINUTE);
  const together = await Promise.all([find(cookie), find(cookie), find(cookie)]);
  expect(together.every(({ who }) => who?.user === "anna")).toBe(true);
  const next = together.flatMap((found) => (found.who === undefined ? [] : (found.cookie ?? [])));
  expect(new Set(next).size).toBe(1);
  // whose answer was lost gets it once more
  wait(30_000);
  expect(await find(cookie)).toMatchObject({ cookie: next[0] });
  expect(await find(next[0] ?? "")).toMatchObject({ who: { user: "anna" } });
});

test("whoever copied a cookie ends the session for both, whichever of them comes second", async () => {
  const { find, wait, cookie } = await signedIn();
  wait(11 * MINUTE);
  const thief = await find(cookie);
  const stolen = thief.who === undefined ? "" : (thief.cookie ?? "");
  wait(2 * MINUTE);
  const owner = await find(cookie);
  expect(owner).toMatchObject({ isTheft: true, user: "anna" });
  expect(await find(stolen)).toMatchObject({ why: "The session has ended." });
});

test("a browser that was brought up to date is the same, another is not", async () => {
  const { find, cookie } = await signedIn();
  const newer = { ...here, browser: "Firefox/151.0.2" };
  expect(await find(cookie, newer)).toMatchObject({ who: { user: "anna" } });
  expect(await find(cookie, { ...here, address: "10.9.9.9" })).toMatchObject({
    who: { user: "anna" },
  });
  expect(await find(cookie, { ...here, browser: "curl/8" })).toMatchObject({ isTheft: true });
});

test("a generation that nobody gave is no cookie", async () => {
  const { find, cookie } = await signedIn();
  const [id, , signature] = cookie.split(".");
  for (const generation of ["1", "-1", "00", "1e0", "NaN", ""]) {
    const found = await find(`${id}.${generation}.${signature}`);
    expect(found).toMatchObject({ why: "The cookie is not one of this server." });
  }
  expect(await find(cookie)).toMatchObject({ who: { user: "anna" } });
});
