import type { PathTaken } from "../folds/paths-taken.ts";

/** A way through a conversation, with the trials that went it. */
export type TrialPath = Pick<PathTaken, "turns"> & { readonly inTrials: readonly number[] };

/** The ways of all trials in one drawing: what they share is one node, and an edge knows who went along it. */
export interface PathGraph {
  readonly nodes: readonly PathNode[];
  readonly edges: readonly PathEdge[];
}

export interface PathNode {
  /** "turn": the user speaks; "call": a tool is called; "end": the conversation is over. */
  readonly kind: "turn" | "call" | "end";
  /** The tool, or the number of the turn, from 1. */
  readonly name: string;
  /** From the top; edges lead down. */
  readonly row: number;
  /** The way that most trials went is the first column. */
  readonly column: number;
  readonly trials: readonly number[];
}

export interface PathEdge {
  /** Places of its nodes. */
  readonly from: number;
  readonly to: number;
  readonly trials: readonly number[];
}

/** Calls that stand for each other across trials. Each tool of it is a node. */
type Layer = Map<string, Set<number>>;

interface Placed {
  readonly inTrials: readonly number[];
  readonly steps: readonly (readonly [layer: Layer, tool: string])[];
}

/**
 * Ways are laid over each other one by one, those of most trials first: calls of the same tool, in the same order, fall on
 * each other, and what a way has instead stands beside. So no edge ever leads back, whatever the order of the calls.
 */
export function pathGraph(paths: readonly TrialPath[]): PathGraph {
  const turns = Math.max(0, ...paths.map((path) => path.turns.length));
  const nodes: PathNode[] = [];
  const ways = paths.map(() => [] as number[]);
  for (let turn = 0; turn < turns; turn += 1) {
    const there = paths.filter((path) => turn < path.turns.length);
    const opening = nodes.push(boundary("turn", `${turn + 1}`, { nodes, of: there })) - 1;
    const { layers, placed } = mergeTurn(
      there.map(({ turns: all, inTrials }) => ({ tools: all[turn] ?? [], inTrials })),
    );
    const places = addLayers(nodes, layers);
    for (const [at, path] of there.entries()) {
      const own = placed[at]?.steps.map(([layer, tool]) => places.get(layer)?.get(tool) ?? 0) ?? [];
      ways[paths.indexOf(path)]?.push(opening, ...own);
    }
  }
  const end = nodes.push(boundary("end", "end", { nodes, of: paths })) - 1;
  return {
    nodes,
    edges: edgesOf(
      ways.map((way) => [...way, end]),
      paths,
    ),
  };
}

function boundary(
  kind: "turn" | "end",
  name: string,
  { nodes, of }: { readonly nodes: readonly PathNode[]; readonly of: readonly TrialPath[] },
): PathNode {
  const trials = of.flatMap(({ inTrials }) => inTrials).toSorted(byNumber);
  return { kind, name, row: rowAfter(nodes), column: 0, trials };
}

function addLayers(
  nodes: PathNode[],
  layers: readonly Layer[],
): ReadonlyMap<Layer, ReadonlyMap<string, number>> {
  return new Map(
    layers.map((layer) => {
      const row = rowAfter(nodes);
      const own = [...layer].map(([name, all], column) => {
        const trials = [...all].toSorted(byNumber);
        return [name, nodes.push({ kind: "call", name, row, column, trials }) - 1] as const;
      });
      return [layer, new Map(own)] as const;
    }),
  );
}

function rowAfter(nodes: readonly PathNode[]): number {
  return (nodes.at(-1)?.row ?? -1) + 1;
}

function mergeTurn(
  paths: readonly { readonly tools: readonly string[]; readonly inTrials: readonly number[] }[],
): { readonly layers: readonly Layer[]; readonly placed: readonly Placed[] } {
  let layers: readonly Layer[] = [];
  const placed: Placed[] = [];
  for (const { tools, inTrials } of paths) {
    const merged = lay(tools, layers);
    layers = merged.layers;
    for (const [layer, tool] of merged.steps) {
      layer.set(tool, new Set([...(layer.get(tool) ?? []), ...inTrials]));
    }
    placed.push({ inTrials, steps: merged.steps });
  }
  return { layers, placed };
}

/** Lays calls over what is there: what matches falls on it, what does not goes beside what lies between, else between. */
function lay(
  tools: readonly string[],
  layers: readonly Layer[],
): { readonly layers: readonly Layer[]; readonly steps: Placed["steps"] } {
  const all: Layer[] = [];
  const steps: (readonly [Layer, string])[] = [];
  let [layerAt, toolAt] = [0, 0];
  const upTo = (layerEnd: number, toolEnd: number) => {
    const between = layers.slice(layerAt, layerEnd);
    const own = tools.slice(toolAt, toolEnd);
    for (let at = 0; at < Math.max(between.length, own.length); at += 1) {
      const layer: Layer = between[at] ?? new Map();
      const tool = own[at];
      all.push(layer);
      if (tool !== undefined) steps.push([layer, tool]);
    }
    [layerAt, toolAt] = [layerEnd, toolEnd];
  };
  for (const [layerPlace, toolPlace] of matches(tools, layers)) {
    upTo(layerPlace, toolPlace);
    upTo(layerPlace + 1, toolPlace + 1);
  }
  upTo(layers.length, tools.length);
  return { layers: all, steps };
}

/** The longest sequence of calls that are there already, as places of layers and calls. */
function matches(
  tools: readonly string[],
  layers: readonly Layer[],
): readonly (readonly [layer: number, tool: number])[] {
  const width = tools.length + 1;
  const lengths = new Uint32Array((layers.length + 1) * width);
  const at = (layer: number, tool: number) => lengths[layer * width + tool] ?? 0;
  const isSame = (layer: number, tool: number) => layers[layer]?.has(tools[tool] ?? "") === true;
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    for (let tool = tools.length - 1; tool >= 0; tool -= 1) {
      lengths[layer * width + tool] = isSame(layer, tool)
        ? at(layer + 1, tool + 1) + 1
        : Math.max(at(layer + 1, tool), at(layer, tool + 1));
    }
  }
  const found: [number, number][] = [];
  for (let [layer, tool] = [0, 0]; layer < layers.length && tool < tools.length; ) {
    if (isSame(layer, tool)) found.push([layer++, tool++]);
    else if (at(layer + 1, tool) >= at(layer, tool + 1)) layer += 1;
    else tool += 1;
  }
  return found;
}

function edgesOf(
  ways: readonly (readonly number[])[],
  paths: readonly TrialPath[],
): readonly PathEdge[] {
  const edges = new Map<string, { from: number; to: number; trials: number[] }>();
  for (const [place, way] of ways.entries()) {
    for (const [at, to] of way.slice(1).entries()) {
      const from = way[at] ?? 0;
      const key = `${from}-${to}`;
      const edge = edges.get(key) ?? { from, to, trials: [] };
      edges.set(key, edge);
      edge.trials.push(...(paths[place]?.inTrials ?? []));
    }
  }
  return [...edges.values()].map((edge) => ({ ...edge, trials: edge.trials.toSorted(byNumber) }));
}

function byNumber(one: number, other: number): number {
  return one - other;
}
