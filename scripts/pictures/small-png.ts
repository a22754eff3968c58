import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;
const MOST_FREQUENT = 176;

/** The same picture with a palette instead of a colour a dot: a screen has few colours, and takes a third of the room then. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, dots } = read(png);
  const palette = paletteOf(dots);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = palette.placeOf(dots[y * width + x] ?? 0);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const chunks = [
    chunk("IHDR", head),
    chunk(
      "PLTE",
      Buffer.from(palette.colours.flatMap((each) => [each >> 16, (each >> 8) & 255, each & 255])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/**
 * The most frequent colours, and those that are like none of them: a sign is small and has a colour of its own. The others,
 * which are edges of letters, are the nearest of these.
 */
function paletteOf(dots: Uint32Array) {
  const counts = new Map<number, number>();
  for (const dot of dots) counts.set(dot, (counts.get(dot) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  const colours = byCount.slice(0, MOST_FREQUENT).map(([colour]) => colour);
  colours.push(...farthest(byCount.slice(MOST_FREQUENT), colours, MOST_COLOURS - colours.length));
  const places = new Map(colours.map((colour, place) => [colour, place]));
  return {
    colours,
    placeOf(dot: number): number {
      const known = places.get(dot);
      if (known !== undefined) return known;
      const nearest = colours.reduce((one, other) =>
        distance(other, dot) < distance(one, dot) ? other : one,
      );
      const place = places.get(nearest) ?? 0;
      places.set(dot, place);
      return place;
    },
  };
}

/** Of what stands somewhere at all, one after the other that which is least like all before it. */
function farthest(
  counts: readonly (readonly [colour: number, count: number])[],
  taken: readonly number[],
  most: number,
): readonly number[] {
  const rest = counts
    .filter(([, count]) => count >= 4)
    .map(([colour]) => ({ colour, far: Math.min(...taken.map((each) => distance(each, colour))) }));
  const found: number[] = [];
  while (found.length < most) {
    const next = rest.reduce((one, other) => (other.far > one.far ? other : one), {
      colour: 0,
      far: 0,
    });
    if (next.far === 0) break;
    found.push(next.colour);
    for (const each of rest) each.far = Math.min(each.far, distance(each.colour, next.colour));
  }
  return found;
}

function distance(one: number, other: number): number {
  const of = (shift: number) => ((one >> shift) & 255) - ((other >> shift) & 255);
  return of(16) ** 2 + of(8) ** 2 + of(0) ** 2;
}

/** As Chromium writes them: 8 bits, with or without alpha, not interlaced. */
function read(png: Buffer) {
  const data: Buffer[] = [];
  let [width, height, depth] = [0, 0, 4];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      depth = body[9] === 6 ? 4 : 3;
    }
    if (type === "IDAT") data.push(body);
    at += length + 12;
  }
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * depth, depth);
  const dots = new Uint32Array(width * height);
  for (let dot = 0; dot < dots.length; dot += 1) dots[dot] = bytes.readUIntBE(dot * depth, 3);
  return { width, height, dots };
}

/** Lines of a PNG are stored as differences to what stands left of, above, or both. */
function unfiltered(raw: Buffer, line: number, depth: number): Buffer {
  const height = raw.length / (line + 1);
  const out = Buffer.alloc(line * height);
  // what stands outside of the picture counts as nothing
  const at = (y: number, x: number) => (x < 0 || y < 0 ? 0 : (out[y * line + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    const guess = guesses[raw[y * (line + 1)] ?? 0] ?? nothing;
    for (let x = 0; x < line; x += 1) {
      const around = [at(y, x - depth), at(y - 1, x), at(y - 1, x - depth)] as const;
      out[y * line + x] = (raw[y * (line + 1) + 1 + x] ?? 0) + guess(...around);
    }
  }
  return out;
}

type Guess = (left: number, up: number, corner: number) => number;

const nothing: Guess = () => 0;
/** By the number that stands before each line. */
const guesses: readonly Guess[] = [
  nothing,
  (left) => left,
  (_, up) => up,
  (left, up) => (left + up) >> 1,
  (left, up, corner) => {
    const [a, b] = [Math.abs(up - corner), Math.abs(left - corner)];
    const c = Math.abs(left + up - 2 * corner);
    if (a <= b && a <= c) return left;
    return b <= c ? up : corner;
  },
];
