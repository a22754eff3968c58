/** What Python calls white space: four old separators are, U+FEFF is not. JavaScript's own trim has it otherwise. */
function isPythonSpace(letter: string): boolean {
  return /^\p{White_Space}$/u.test(letter) || (letter >= "\x1c" && letter <= "\x1f");
}

/** The text without white space around it, as Python strips it. */
export function pythonStrip(text: string): string {
  let [start, end] = [0, text.length];
  // no white space is outside of the first plane
  while (start < end && isPythonSpace(text.charAt(start))) start += 1;
  while (end > start && isPythonSpace(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
