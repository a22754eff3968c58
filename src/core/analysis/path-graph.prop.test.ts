import fc from "fast-check";
import { expect, test } from "vitest";
import { type PathGraph, pathGraph, type TrialPath } from "./path-graph.ts";

/** Rows as people see them, and edges as "from > to: trials". */
function drawn({ nodes, edges }: PathGraph) {
  const rows = Map.groupBy(nodes, ({ row }) => row);
  const name = (at: number) => nodes[at]?.name;
  return {
    rows: [...rows.values()].map((row) => row.map((node) => node.name).join(" | ")),
    edges: edges.map(({ from, to, trials }) => `${name(from)} > ${name(to)}: ${trials.join()}`),
  };
}

test("what trials share is drawn once, and what one did instead stands beside it", () => {
  const graph = pathGraph([
    { turns: [["find", "check", "refund"]], inTrials: [0, 2, 3] },
    { turns: [["find", "search", "refund"]], inTrials: [1] },
    { turns: [["find", "refund"]], inTrials: [4] },
  ]);
  expect(drawn(graph)).toEqual({
    rows: ["1", "find", "check | search", "refund", "end"],
    edges: [
      "1 > find: 0,1,2,3,4",
      "find > check: 0,2,3",
      "check > refund: 0,2,3",
      "refund > end: 0,1,2,3,4",
      "find > search: 1",
      "search > refund: 1",
      "find > refund: 4",
    ],
  });
});

test("calls in another order lead down all the same, and a trial that ended early goes to the end", () => {
  const graph = pathGraph([
    { turns: [["one", "two"], ["three"]], inTrials: [0, 1] },
    { turns: [["two", "one"]], inTrials: [2] },
  ]);
  expect(drawn(graph)).toEqual({
    rows: ["1", "one", "two", "one", "2", "three", "end"],
    edges: expect.arrayContaining(["1 > two: 2", "two > one: 2", "one > end: 2"]),
  });
});

test("a case whose trials called nothing has its turns alone", () => {
  expect(drawn(pathGraph([{ turns: [[], []], inTrials: [0] }])).rows).toEqual(["1", "2", "end"]);
  expect(drawn(pathGraph([]))).toEqual({ rows: ["end"], edges: [] });
});

const path = fc.array(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 6 }), {
  minLength: 1,
  maxLength: 3,
});

test("every trial can be followed from the top to the end along its own calls, and no edge leads up", () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), (all) => {
      const paths = all.map((turns, at): TrialPath => ({ turns, inTrials: [at] }));
      const { nodes, edges } = pathGraph(paths);
      for (const { from, to } of edges) {
        expect(nodes[to]?.row).toBeGreaterThan(nodes[from]?.row ?? Number.POSITIVE_INFINITY);
      }
      for (const [trial, turns] of all.entries()) {
        const own = nodes.filter((node) => node.trials.includes(trial));
        const expected = turns.flatMap((calls, at) => [`${at + 1}`, ...calls]);
        expect(own.map(({ name }) => name)).toEqual([...expected, "end"]);
        const along = edges.filter((edge) => edge.trials.includes(trial));
        expect(along).toHaveLength(own.length - 1);
      }
    }),
  );
});
