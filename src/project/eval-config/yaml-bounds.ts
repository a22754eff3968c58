import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";

const MOST_ALIASES = 50;
/** Of the whole with every alias written out. */
const MOST_NODES = 10_000;
const DEEPEST = 100;

/** What is too much in a text, or means more than it says. */
export interface OutOfBounds {
  readonly message: string;
  readonly hint: string;
  /** Where it stands. */
  readonly offset: number;
}

/** Looks before anything is unfolded: a few aliases of aliases come to millions of values. */
export function outOfBounds(document: Document): OutOfBounds | undefined {
  try {
    measure(document);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Throws where there is too much. */
function measure(document: Document): void {
  const sizes = new Map<Node, number>();
  const open = new Set<Node>();
  let aliases = 0;

  function sizeOf(node: unknown, depth: number): number {
    if (isPair(node)) return sizeOf(checkedKey(node.key), depth) + sizeOf(node.value, depth);
    if (isAlias(node)) return sizeOfAlias(node, depth);
    return isMap(node) || isSeq(node) ? sizeOfItems(node, depth) : 1;
  }
  function sizeOfAlias(alias: Alias, depth: number): number {
    aliases += 1;
    if (aliases > MOST_ALIASES) throw new Refusal(alias, tooManyAliases);
    const target = alias.resolve(document);
    if (target === undefined) throw new Refusal(alias, dangling);
    if (open.has(target)) throw new Refusal(alias, cyclic);
    return sizes.get(target) ?? sizeOf(target, depth);
  }
  function sizeOfItems(node: YAMLMap | YAMLSeq, depth: number): number {
    if (depth > DEEPEST) throw new Refusal(node, tooDeep);
    open.add(node);
    let size = 1;
    for (const item of node.items) {
      size += sizeOf(item, depth + 1);
      if (size > MOST_NODES) throw new Refusal(node, tooMuch);
    }
    open.delete(node);
    sizes.set(node, size);
    return size;
  }
  sizeOf(document.contents, 0);
}

function checkedKey(key: unknown): unknown {
  if (isScalar(key) && key.value === "<<") throw new Refusal(key, mergeKey);
  return key;
}

type Words = readonly [message: string, hint: string];

/** Caught where it is reported; never leaves this file. */
class Refusal extends Error implements OutOfBounds {
  readonly hint: string;
  readonly offset: number;
  constructor(node: Node, [message, hint]: Words) {
    super(message);
    this.hint = hint;
    this.offset = node.range?.[0] ?? 0;
  }
}

const mergeKey: Words = ["has a merge key (<<), which YAML 1.2 lacks.", "Write the keys out."];
const tooManyAliases: Words = [
  `has more than ${MOST_ALIASES} aliases.`,
  "Write out what they stand for.",
];
const dangling: Words = ["has an alias that stands for nothing.", "Write it in quotes."];
const cyclic: Words = [
  "has an alias that stands for what it is part of.",
  "Write out what it stands for.",
];
const tooDeep: Words = [`is nested deeper than ${DEEPEST} levels.`, "A config has three or four."];
const tooMuch: Words = [
  `comes to more than ${MOST_NODES} values with its aliases written out.`,
  "A config names what to measure by; keep data in files of its own.",
];
