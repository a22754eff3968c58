import { JsonSyntaxError } from "./json-syntax-error.ts";

/** What is wrong with a string: the first of a line break, a control character or a bad escape. */
export function aboutString(text: string, start: number): JsonSyntaxError {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return brokenString(text, start, at);
    if (code < 32) {
      return new JsonSyntaxError(
        "A string contains a control character.",
        code === 9 ? "Write a tab as \\t." : `Write it as ${escapeOf(code)}.`,
        { start: at, end: at + 1 },
      );
    }
    if (code === 92) {
      if (!/^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.test(text.slice(at, at + 6))) {
        return new JsonSyntaxError(
          `${text.slice(at, at + 2)} is not an escape in JSON.`,
          "A backslash itself is written twice: \\\\.",
          { start: at, end: at + 2 },
        );
      }
      at += 1;
    }
  }
  return new JsonSyntaxError("The file ends inside a string.", "Was it cut short?", {
    start,
    end: text.length,
  });
}

/** Half of a character that takes two: no file can hold it as UTF-8, and ADK refuses it too. */
export function aboutHalf(text: string, start: number): JsonSyntaxError {
  const lead = "(?:\\\\u[dD][89abAB][0-9a-fA-F]{2}|[\\ud800-\\udbff])";
  const trail = "(?:\\\\u[dD][c-fC-F][0-9a-fA-F]{2}|[\\udc00-\\udfff])";
  const halves = new RegExp(`${lead}${trail}|\\\\[^u]|(${lead}|${trail})`, "g");
  halves.lastIndex = start;
  for (let found = halves.exec(text); found !== null; found = halves.exec(text)) {
    if (found[1] === undefined) continue;
    return new JsonSyntaxError(
      "A string contains half of a character.",
      "Characters beyond \\uffff are written as two escapes, such as \\ud83d\\ude00, or as they are.",
      { start: found.index, end: found.index + found[1].length },
    );
  }
  return new JsonSyntaxError("A string contains half of a character.", "Write it whole.", {
    start,
    end: start + 1,
  });
}

/** A text that goes on in the next line, or a quote that was forgotten: the rest of the line tells. */
function brokenString(text: string, start: number, lineEnd: number): JsonSyntaxError {
  const line = text.slice(start, lineEnd).trimEnd();
  const forgotten = /[,\]}:]$/.test(line);
  return new JsonSyntaxError(
    forgotten ? "A string is not closed in its line." : "A string is broken over two lines.",
    forgotten
      ? 'Is its closing quote (") missing?'
      : "Put it back on one line; a line break inside a string is written \\n.",
    { start, end: lineEnd },
  );
}

function escapeOf(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
