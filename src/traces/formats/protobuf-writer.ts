/** A field with bytes: a message inside, a text, an id. */
export function bytesField(id: number, bytes: Buffer | string): Buffer {
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  return Buffer.concat([varint(id * 8 + 2), varint(content.length), content]);
}

/** A field with a number that is not negative. */
export function numberField(id: number, value: number): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}

/** A field with a time, which protobuf writes in eight bytes. */
export function timeField(id: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return Buffer.concat([varint(id * 8 + 1), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return Buffer.from(bytes);
}
