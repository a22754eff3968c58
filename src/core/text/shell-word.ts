/** A text as one word of a command that somebody may copy. */
export function shellWord(text: string): string {
  return /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
