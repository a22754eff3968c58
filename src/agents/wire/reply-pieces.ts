import { type LooseJson, objectsOf, tryJson } from "../../core/json/loose-json.ts";

/** The JSON objects that an answer consists of: one, a list of them, or those of a stream of events or lines. */
export function replyPieces(text: string): readonly LooseJson[] {
  const begin = text.trimStart();
  if (begin.startsWith("{") || begin.startsWith("[")) {
    const value = tryJson(text);
    if (value !== undefined) return objectsOf(Array.isArray(value) ? value : [value]);
  }
  return objectsOf(streamedTexts(text).map(tryJson));
}

/** Server-sent events may spread their data over several lines, and end by an empty one. */
function streamedTexts(text: string): readonly string[] {
  const texts: string[] = [];
  let data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    else if (line.startsWith("{")) texts.push(line);
    else if (line === "") {
      if (data.length > 0) texts.push(data.join("\n"));
      data = [];
    }
  }
  if (data.length > 0) texts.push(data.join("\n"));
  return texts;
}
