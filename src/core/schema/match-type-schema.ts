import type { MatchType } from "../case-settings.ts";
import { nearest } from "../text/nearest.ts";
import { makeSchema, type Schema, shown } from "./parse-context.ts";

const matchTypes: readonly MatchType[] = ["EXACT", "IN_ORDER", "ANY_ORDER"];

/** In any case, with dash, blank or underscore, or as 0, 1, 2. */
export const matchTypeSchema: Schema<MatchType> = makeSchema({
  expected: `one of ${matchTypes.join(", ")}`,
  read(value, context) {
    const wanted =
      typeof value === "string" ? value.trim().toUpperCase().replace(/[- ]/g, "_") : value;
    const found = matchTypes.find((name, place) => wanted === name || wanted === place);
    if (found === undefined) {
      const near = typeof value === "string" ? nearest(value, matchTypes) : undefined;
      context.problem(`${shown(value)} is no match type.`, {
        hint: near === undefined ? `Expected ${matchTypes.join(", ")}.` : `Did you mean "${near}"?`,
      });
    }
    return found as MatchType;
  },
  write: (value) => value,
  jsonSchema: () => ({
    anyOf: [
      { enum: matchTypes },
      { enum: [0, 1, 2] },
      {
        type: "string",
        pattern:
          "^\\s*(?:[Ee][Xx][Aa][Cc][Tt]|(?:[Ii][Nn]|[Aa][Nn][Yy])[-_ ][Oo][Rr][Dd][Ee][Rr])\\s*$",
      },
    ],
  }),
});
