import { nearest } from "../text/nearest.ts";
import {
  type Filter,
  type FilterProblem,
  type FilterTerm,
  type NumberKey,
  numberKeys,
  type Operator,
  type WordKey,
  wordKeys,
} from "./filter.ts";

/**
 * Reads what somebody typed into the filter of a list: `status:failed tag:billing metric.tool_trajectory<0.8 text:"so sorry"
 * flaky:>20%`. A word alone is looked for in texts; a minus before a term leaves out what is like it. It never throws.
 */
export function parseFilter(text: string): Filter {
  const terms: FilterTerm[] = [];
  const problems: FilterProblem[] = [];
  for (const { 0: whole, index: start } of text.matchAll(TOKEN)) {
    const read = termOf(whole);
    if (typeof read === "string") {
      problems.push({ message: read, start, end: start + whole.length });
    } else terms.push(read);
  }
  return { terms, problems };
}

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"?`;
/** Up to the next space that is not between quotes. */
const TOKEN = new RegExp(String.raw`(?:${QUOTED}|[^\s"])+`, "gs");
const KEYED = /^([a-z]+)(\.[\w.:/-]*?)?(<=|>=|<|>|=|:)(.*)$/is;

/** A term, or what is wrong with it. */
function termOf(token: string): FilterTerm | string {
  const isNot = token.length > 1 && token.startsWith("-");
  const rest = isNot ? token.slice(1) : token;
  const [, word = "", below, sign = "", after = ""] = rest.startsWith('"')
    ? []
    : (KEYED.exec(rest) ?? []);
  const key = word.toLowerCase();
  if (sign === "" || (below !== undefined && key !== "metric")) {
    return { kind: "word", key: "text", value: unquoted(rest), isNot };
  }
  if (key === "metric") return metricTerm(below?.slice(1) ?? "", `${sign}${after}`, isNot);
  if (isNumberKey(key)) return numberTerm(key, `${sign}${after}`, isNot);
  if (isWordKey(key) && sign === ":") return wordTerm(key, after, isNot);
  // https://… and 12:30 are words, and no keys of ours
  if (sign !== ":" || after.startsWith("//")) {
    return { kind: "word", key: "text", value: unquoted(rest), isNot };
  }
  return unknownKey(key);
}

function wordTerm(key: WordKey, after: string, isNot: boolean): FilterTerm | string {
  const value = unquoted(after);
  return value === ""
    ? `${key}: needs a word after the colon.`
    : { kind: "word", key, value, isNot };
}

function numberTerm(key: NumberKey, text: string, isNot: boolean): FilterTerm | string {
  const found = comparison(text);
  if (found === undefined) return `${key} needs a number, such as ${key}:${examples[key]}.`;
  return { kind: "number", key, ...found, isNot };
}

function metricTerm(name: string, text: string, isNot: boolean): FilterTerm | string {
  if (name === "") return "metric. needs the name of a metric, such as metric.tool_trajectory<0.8.";
  const found = comparison(text);
  if (found !== undefined) return { kind: "metric", name, ...found, isNot };
  const value = unquoted(text.replace(/^:/, ""));
  if (text.startsWith(":") && /^[a-z-]+$/i.test(value)) {
    return { kind: "metric-status", name, value: value.toLowerCase(), isNot };
  }
  return `metric.${name} needs a number or a verdict, such as metric.${name}<0.8 or metric.${name}:failed.`;
}

const COMPARISON = /^:?(<=|>=|<|>|=)?\$?([-−]?\d*\.?\d+(?:e[-+]?\d+)?)(%|s|ms)?$/i;
const units: Readonly<Record<string, number>> = { "%": 100, ms: 1000 };

function comparison(text: string): { operator: Operator; value: number } | undefined {
  const [, operator = "=", digits, unit = ""] = COMPARISON.exec(text) ?? [];
  const value = Number(digits?.replace("−", "-")) / (units[unit.toLowerCase()] ?? 1);
  return Number.isFinite(value) ? { operator: operator as Operator, value } : undefined;
}

const examples: Readonly<Record<NumberKey, string>> = {
  flaky: ">20%",
  cost: ">0.05",
  delta: "<-0.1",
  seconds: ">5",
  tokens: ">1000",
  rate: "<80%",
};

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const inner = /^"((?:[^"\\]|\\.)*)/s.exec(text)?.[1] ?? "";
  return inner.replace(/\\(.)/gs, "$1");
}

function unknownKey(key: string): string {
  const near = nearest(key, [...wordKeys, ...numberKeys, "metric"]);
  const meant =
    near === undefined ? "Put quotes around it to look for the words." : `Did you mean ${near}:?`;
  return `There is no filter "${key}:". ${meant}`;
}

function isNumberKey(key: string): key is NumberKey {
  return numberKeys.some((each) => each === key);
}

function isWordKey(key: string): key is WordKey {
  return wordKeys.some((each) => each === key);
}
