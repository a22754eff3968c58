import type { FilterTerm } from "./filter.ts";

/** Terms as they are typed: what `parseFilter` reads back as the same. */
export function filterText(terms: readonly FilterTerm[]): string {
  return terms.map(termText).join(" ");
}

/** One term as it is typed. */
export function termText(term: FilterTerm): string {
  return `${term.isNot ? "-" : ""}${ownText(term)}`;
}

function ownText(term: FilterTerm): string {
  switch (term.kind) {
    case "word":
      return `${term.key}:${quoted(term.value)}`;
    case "number":
      return `${term.key}:${term.operator}${term.value}`;
    case "metric":
      return `metric.${term.name}${term.operator}${term.value}`;
    case "metric-status":
      return `metric.${term.name}:${term.value}`;
  }
}

function quoted(value: string): string {
  return /^[^\s"\\]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
}
