import { type JsonExtension, JsonSyntaxError } from "./json-syntax-error.ts";

/** Values of other languages, which stand by themselves in a line and are no prose. */
const notProse: ReadonlySet<string> = new Set(
  "True False None NaN Infinity undefined nil".split(" "),
);

/** Words in the line below a comment are most likely its rest; what they are not as JSON is no help then. */
export function wrappedComment(
  text: string,
  extensions: readonly JsonExtension[],
  { start }: JsonSyntaxError,
): JsonSyntaxError | undefined {
  const comment = extensions.findLast((each) => each.end <= start);
  if (comment?.what !== "comment" || text.startsWith("/*", comment.offset)) return undefined;
  const between = /^\r?\n[ \t]*/.exec(text.slice(comment.end));
  if (between === null) return undefined;
  const begin = comment.end + between[0].length;
  const line = text.slice(begin).split(/\r?\n/, 1)[0] ?? "";
  const isNextLine = start < begin + line.length;
  const [first = ""] = /^["'(]?\p{L}+["')]?(?=[\s,.;!?…-]|$)/u.exec(line) ?? [];
  const isProse = first !== "" && !/^"[^"]*"\s*:/.test(line) && !notProse.has(first);
  if (!isNextLine || !isProse) return undefined;
  const sign = text.startsWith("#", comment.offset) ? "#" : "//";
  return new JsonSyntaxError(
    "This seems to be the rest of the comment above.",
    `A comment ends with its line: begin this one with ${sign}, too, or put all of it between /* and */.`,
    { start: begin, end: begin + line.length },
  );
}
