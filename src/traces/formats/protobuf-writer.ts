/** A field with bytes: a message inside, a text, an id. */
export function bytesField(id: number, bytes: Buffer | string): Buffer {
  const content = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  return Buffer.concat([varint(id * 8 + 2), varint(content.length), content]);
}

/** A field with a whole number; one below zero is written as its 64 bits. */
export function numberField(id: number, value: number | bigint): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}

/** A field with a time, which protobuf writes in eight bytes. */
export function timeField(id: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return Buffer.concat([varint(id * 8 + 1), bytes]);
}

export function doubleField(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(id * 8 + 1), bytes]);
}

/** A field with a number that is always written in four bytes. */
export function fixed32Field(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return Buffer.concat([varint(id * 8 + 5), bytes]);
}

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
