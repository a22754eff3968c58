import { expect, test } from "vitest";
import { groupCommit } from "./group-commit.ts";

const LIMITS = { rows: 3, length: 100, milliseconds: 5 };

function recorded() {
  const groups: (readonly string[])[] = [];
  const commit = (rows: readonly string[]) => void groups.push(rows);
  return { groups, commit };
}

test("rows that come together are committed together, a moment later", async () => {
  const { groups, commit } = recorded();
  const group = groupCommit(commit, LIMITS);
  const adds = [group.add("a", 1), group.add("b", 1)];
  expect(groups).toEqual([]);
  await Promise.all(adds);
  expect(groups).toEqual([["a", "b"]]);
});

test("a full group is committed at once", () => {
  const { groups, commit } = recorded();
  const group = groupCommit(commit, LIMITS);
  for (const row of ["a", "b", "c", "d"]) void group.add(row, 1);
  expect(groups).toEqual([["a", "b", "c"]]);
});

test("large rows make a full group", () => {
  const { groups, commit } = recorded();
  const group = groupCommit(commit, LIMITS);
  void group.add("a", 1);
  void group.add("b", 99);
  expect(groups).toEqual([["a", "b"]]);
});

test("a flush does not wait", async () => {
  const { groups, commit } = recorded();
  const group = groupCommit(commit, { ...LIMITS, milliseconds: 1e6 });
  void group.add("a", 1);
  await group.flush();
  await group.flush();
  expect(groups).toEqual([["a"]]);
});

test("after a commit failed nothing is accepted any more", async () => {
  const { groups, commit } = recorded();
  let broken = true;
  const group = groupCommit((rows: readonly string[]) => {
    if (broken) throw new Error("disk full");
    commit(rows);
  }, LIMITS);
  const lost = [group.add("a", 1), group.add("b", 1)];
  await expect(group.flush()).rejects.toThrow("disk full");
  broken = false;
  for (const add of [...lost, group.add("c", 1), group.flush()]) {
    await expect(add).rejects.toThrow("disk full");
  }
  expect(groups).toEqual([]);
});

test("a failure that nobody waits for does not end the process", async () => {
  const group = groupCommit(() => {
    throw new Error("disk full");
  }, LIMITS);
  void group.add("a", 1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  await expect(group.flush()).rejects.toThrow("disk full");
});

test("what is saved is committed at once, and durable with its group", async () => {
  const groups: [readonly string[], boolean][] = [];
  const group = groupCommit((rows: readonly string[], isDurable) => {
    groups.push([rows, isDurable]);
  }, LIMITS);
  let isDurable = false;
  const added = group.add("a", 1).then(() => {
    isDurable = true;
  });
  group.save();
  group.save();
  await Promise.resolve();
  expect([groups, isDurable]).toEqual([[[["a"], false]], false]);
  await added;
  expect(groups).toEqual([
    [["a"], false],
    [[], true],
  ]);
});

test("nobody is told of a row as durable that could not be saved", async () => {
  const group = groupCommit(() => {
    throw new Error("disk full");
  }, LIMITS);
  const lost = group.add("a", 1);
  group.save();
  for (const each of [lost, group.add("b", 1), group.flush()]) {
    await expect(each).rejects.toThrow("disk full");
  }
});

test("where groups are independent, one that failed costs only itself", async () => {
  const { groups, commit } = recorded();
  let broken = true;
  const group = groupCommit(
    (rows: readonly string[]) => {
      if (broken) throw new Error("locked");
      commit(rows);
    },
    { ...LIMITS, areIndependent: true },
  );
  await expect(Promise.all([group.add("a", 1), group.flush()])).rejects.toThrow("locked");
  broken = false;
  await group.add("b", 1);
  expect(groups).toEqual([["b"]]);
});
