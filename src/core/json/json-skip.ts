const quote = 34;
const hash = 35;
const star = 42;
const slash = 47;
const backslash = 92;

/** The offset after the string whose opening quote stands at `at`; the text's length when it is not closed. */
export function skipString(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    const code = text.charCodeAt(next);
    if (code === quote) return next + 1;
    if (code === backslash) next += 1;
  }
  return text.length;
}

/** The offset of the next thing that is neither blank nor comment. */
export function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 10 || code === 13 || code === 9) at += 1;
    else {
      const after = skipComment(text, at);
      if (after === at) return at;
      at = after;
    }
  }
  return at;
}

/** The offset after the comment at `at`; the same offset when there is none. */
export function skipComment(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code === hash || (code === slash && next === slash)) {
    const end = text.indexOf("\n", at);
    return end === -1 ? text.length : end;
  }
  if (code === slash && next === star) {
    const end = text.indexOf("*/", at + 2);
    return end === -1 ? text.length : end + 2;
  }
  return at;
}

/** The offset after the value that begins at `from`, in a text that is known to be well formed. */
export function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    at = skipBlank(text, at);
    if (at >= text.length) return text.length;
    const code = text.charCodeAt(at);
    if (code === quote) at = skipString(text, at);
    else if (isOpening(code)) {
      depth += 1;
      at += 1;
    } else if (isClosing(code)) {
      depth -= 1;
      at += 1;
    } else if (code === 44 || code === 58) at += 1;
    else at = skipWord(text, at);
  } while (depth > 0);
  return at;
}

export function isOpening(code: number): boolean {
  return code === 91 || code === 123;
}

export function isClosing(code: number): boolean {
  return code === 93 || code === 125;
}

/** Past a number, a name or anything else up to the next blank or punctuation. */
export function skipWord(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && !endsWord(text.charCodeAt(at))) at += 1;
  return at;
}

function endsWord(code: number): boolean {
  return (
    code <= 32 ||
    code === quote ||
    code === hash ||
    code === 44 ||
    code === slash ||
    code === 58 ||
    isOpening(code) ||
    isClosing(code)
  );
}
