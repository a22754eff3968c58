// what anybody would have to do at least: one process that reads a file of traces and parses it, the JSON texts in it too
import { readFileSync } from "node:fs";

const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

const bytes = readFileSync("traces.jsonl");
for (let from = 0; from < bytes.length; ) {
  const found = bytes.indexOf("\n", from);
  const to = found === -1 ? bytes.length : found;
  if (to > from) parseLine(bytes.toString("utf8", from, to));
  from = to + 1;
}

function parseLine(line) {
  for (const { scopeSpans } of JSON.parse(line).resourceSpans) {
    for (const { spans } of scopeSpans) {
      for (const { attributes } of spans) {
        for (const { value } of attributes) parseText(value.stringValue);
      }
    }
  }
}

function parseText(text) {
  const first = text?.charCodeAt(0);
  if (first === OPEN_BRACKET || first === OPEN_BRACE) JSON.parse(text);
}
