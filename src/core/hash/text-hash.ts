/** FNV-1a. Another `start` gives another hash, so that two of them tell more texts apart. */
export function textHash(text: string, start = 0x811c9dc5): number {
  let value = start;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  }
  return value >>> 0;
}
