import type { PathEdge, PathGraph, PathNode } from "../../../../core/analysis/path-graph.ts";

interface PathDrawingProps {
  readonly graph: PathGraph;
  /** Of the trial that is shown. */
  readonly trial: number;
  readonly trials: number;
  /** The edge that is looked at, by its place. */
  readonly chosen: number | undefined;
  readonly label: string;
  readonly onChoose: (edge: number) => void;
}

const ROW = 46;
const COLUMN = 176;
const WIDTH = 148;
const HEIGHT = 24;
/** Room on the left for edges that leave out rows. */
const SIDE = 56;
const THICKEST = 9;

/** Every way at once, from the top down. How thick an edge is says how many trials went along it. */
export function PathDrawing(props: PathDrawingProps) {
  const { graph, trial, trials, chosen, label, onChoose } = props;
  const { nodes, edges } = graph;
  const rows = Math.max(0, ...nodes.map(({ row }) => row)) + 1;
  const columns = Math.max(0, ...nodes.map(({ column }) => column)) + 1;
  const [width, height] = [SIDE + columns * COLUMN, rows * ROW];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing whose edges can be pressed is no picture
    <svg className="pathgraph" width={width} height={height} role="group" aria-label={label}>
      {edges.map((edge, at) => (
        <Edge
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the edge's name
          key={at}
          edge={edge}
          nodes={nodes}
          share={edge.trials.length / Math.max(1, trials)}
          className={[at === chosen ? "chosen" : "", edge.trials.includes(trial) ? "own" : ""].join(
            " ",
          )}
          onChoose={() => onChoose(at)}
        />
      ))}
      {nodes.map((node, at) => (
        <Node
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the node's name
          key={at}
          node={node}
          trials={trials}
          isOwn={node.trials.includes(trial)}
        />
      ))}
    </svg>
  );
}

interface EdgeProps {
  readonly edge: PathEdge;
  readonly nodes: readonly PathNode[];
  readonly share: number;
  readonly className: string;
  readonly onChoose: () => void;
}

/** Pressed by mouse or finger; the table below does the same by keys. */
function Edge({ edge, nodes, share, className, onChoose }: EdgeProps) {
  const [from, to] = [nodes[edge.from], nodes[edge.to]];
  if (from === undefined || to === undefined) return null;
  const d = lineOf(from, to);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table has a button for each edge
    <g className={className} onClick={onChoose}>
      <path className="reach" d={d} />
      <path className="line" d={d} strokeWidth={1 + (THICKEST - 1) * share} />
      <title>{`${wordOf(from)} to ${wordOf(to)}: ${edge.trials.length} trials`}</title>
    </g>
  );
}

interface NodeProps {
  readonly node: PathNode;
  readonly trials: number;
  readonly isOwn: boolean;
}

function Node({ node, trials, isOwn }: NodeProps) {
  const { kind, name, trials: own } = node;
  const [x, y] = cornerOf(node);
  const count = own.length === trials ? "" : ` ${own.length}×`;
  return (
    <g className={`${kind}${isOwn ? " own" : ""}`}>
      {kind === "call" && <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx="3" />}
      <text x={x + 8} y={y + 16}>
        {kind === "call" ? shortened(name, 18 - count.length) : wordOf(node)}
        <tspan className="n">{count}</tspan>
        <title>{wordOf(node)}</title>
      </text>
    </g>
  );
}

function cornerOf({ row, column }: PathNode): readonly [x: number, y: number] {
  return [SIDE + column * COLUMN + 0.5, row * ROW + 8.5];
}

/** Straight where the next row is meant; around the others, on the left, where rows lie between. */
function lineOf(from: PathNode, to: PathNode): string {
  const [fromX, fromY] = cornerOf(from);
  const [toX, toY] = cornerOf(to);
  const skipped = to.row - from.row - 1;
  if (skipped > 0) {
    const [start, end] = [fromY + HEIGHT / 2, toY + HEIGHT / 2];
    const out = Math.max(6, SIDE - 12 - 8 * skipped);
    return `M${fromX} ${start}C${out} ${start} ${out} ${start + ROW / 2} ${out} ${start + ROW / 2}V${end - ROW / 2}C${out} ${end} ${out} ${end} ${toX} ${end}`;
  }
  const [x1, y1, x2, y2] = [fromX + 20, fromY + HEIGHT, toX + 20, toY];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

/** As a sentence calls it. */
export function wordOf({ kind, name }: PathNode): string {
  if (kind === "turn") return `turn ${name}`;
  return kind === "end" ? "the end" : name;
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
