/** So many elements of a list are written at once. */
const AT_ONCE = 1000;

/** An object as compact JSON, its long lists in pieces: a report of very many cases stands in memory but once. */
export function* jsonPieces(
  value: unknown,
  write: (value: unknown) => string,
): Generator<string, void> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    yield write(value);
    return;
  }
  let opening = "{";
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    yield `${opening}${JSON.stringify(key)}:`;
    opening = ",";
    if (Array.isArray(each) && each.length > AT_ONCE) yield* listPieces(each, write);
    else yield write(each);
  }
  yield opening === "{" ? "{}" : "}";
}

function* listPieces(
  list: readonly unknown[],
  write: (value: unknown) => string,
): Generator<string, void> {
  for (let at = 0; at < list.length; at += AT_ONCE) {
    const inner = write(list.slice(at, at + AT_ONCE)).slice(1, -1);
    yield `${at === 0 ? "[" : ","}${inner}`;
  }
  yield "]";
}
