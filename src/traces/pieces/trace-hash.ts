/** A number for an id, of 52 bits. Two ids may share one: whoever uses it looks at the ids themselves then. */
export function traceHash(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let at = 0; at < id.length; at += 1) {
    const code = id.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) + low;
  }
  // both are mixed once more: ids that count up differ in their last characters only
  low ^= low >>> 15;
  high ^= high >>> 13;
  return (high >>> 6) * 0x4000000 + (low >>> 6);
}
