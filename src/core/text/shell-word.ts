/** A text as one word of a command that somebody may copy. */
export function shellWord(text: string): string {
  return /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command in one line. Of a flag with its value only the value is quoted. */
export function shellLine(words: readonly string[]): string {
  return words.map(flagText).join(" ");
}

function flagText(word: string): string {
  const [, flag, value] = /^(--\w+=)(.*)$/s.exec(word) ?? [];
  return flag === undefined || value === undefined ? shellWord(word) : `${flag}${shellWord(value)}`;
}
