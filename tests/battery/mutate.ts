/** A small seeded generator: the same seed, the same mutations. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Breaks a text the ways people and programs break files: a cut, a slip of the keys, a wrong type, a key misspelt, a line lost. */
export function mutate(text: string, random: () => number): string {
  const mutations = [
    cut,
    dropCharacter,
    swapCharacters,
    insertJunk,
    misspellKey,
    changeValue,
    dropLine,
    doubleLine,
  ];
  let result = text;
  const rounds = 1 + Math.floor(random() * 2);
  for (let round = 0; round < rounds; round += 1) {
    const mutation = mutations[Math.floor(random() * mutations.length)] ?? cut;
    result = mutation(result, random);
  }
  return result;
}

function place(text: string, random: () => number): number {
  return Math.floor(random() * text.length);
}

function cut(text: string, random: () => number): string {
  return text.slice(0, place(text, random));
}

function dropCharacter(text: string, random: () => number): string {
  const at = place(text, random);
  return text.slice(0, at) + text.slice(at + 1);
}

function swapCharacters(text: string, random: () => number): string {
  const at = place(text, random);
  return text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2);
}

const junk = [
  "\u0000",
  "\uFEFF",
  "NaN",
  "\ud800",
  "//",
  "/*",
  "#",
  "}",
  "]",
  ",",
  ":",
  '"',
  "\\",
  "1e999",
  "-",
  "{",
  "[",
  "\u202e",
  "null",
  "'",
];

function insertJunk(text: string, random: () => number): string {
  const at = place(text, random);
  const piece = junk[Math.floor(random() * junk.length)] ?? "}";
  return text.slice(0, at) + piece + text.slice(at);
}

function misspellKey(text: string, random: () => number): string {
  const keys = [...text.matchAll(/"([a-z_]+)":/g)];
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined) return text;
  const name = key[1] ?? "";
  const at = Math.floor(random() * name.length);
  const misspelt = name.slice(0, at) + name.slice(at + 1);
  return `${text.slice(0, key.index)}"${misspelt}":${text.slice(key.index + key[0].length)}`;
}

const values = [
  "null",
  "true",
  "[]",
  "{}",
  '"x"',
  "-1",
  "1e400",
  "[[[]]]",
  '{"a": 1}',
  "9007199254740993",
  '""',
];

function changeValue(text: string, random: () => number): string {
  const found = [...text.matchAll(/(?<=": )("[^"]*"|[\d.]+|true|false|null)/g)];
  const value = found[Math.floor(random() * found.length)];
  if (value === undefined) return text;
  const other = values[Math.floor(random() * values.length)] ?? "null";
  return text.slice(0, value.index) + other + text.slice(value.index + value[0].length);
}

function dropLine(text: string, random: () => number): string {
  const lines = text.split("\n");
  lines.splice(Math.floor(random() * lines.length), 1);
  return lines.join("\n");
}

function doubleLine(text: string, random: () => number): string {
  const lines = text.split("\n");
  const at = Math.floor(random() * lines.length);
  lines.splice(at, 0, lines[at] ?? "");
  return lines.join("\n");
}
