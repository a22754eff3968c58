/** What cannot be protobuf of the form that was expected. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";
}

/** What may be read of bytes that anybody sent; the messages within share it. */
export interface ReadBudget {
  /** Messages that may still be read. */
  messages: number;
  /** Bytes of the longest text. */
  readonly text: number;
}

/** For bytes that a user chose. */
const unbounded: ReadBudget = {
  messages: Number.POSITIVE_INFINITY,
  text: Number.POSITIVE_INFINITY,
};

/** Reads protobuf's wire format, field by field. Every length is checked: the bytes may come from anybody. */
export class ProtobufReader {
  readonly #bytes: Buffer;
  readonly #start: number;
  readonly #end: number;
  readonly #budget: ReadBudget;
  #at: number;
  /** Of the field that `next` found. */
  field = 0;
  #wire = 0;

  constructor(bytes: Buffer, budget = unbounded, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#start = start;
    this.#end = end;
    this.#budget = budget;
  }

  /** Whether there is another field; it must be read, or skipped. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    const key = this.#varint();
    this.field = Math.floor(key / 8);
    this.#wire = key % 8;
    if (this.field === 0) throw new ProtobufError("a field has the number 0");
    return true;
  }

  /** A reader of the same bytes from their beginning, for what stands before that which says how to read it. */
  again(): ProtobufReader {
    return new ProtobufReader(this.#bytes, this.#budget, this.#start, this.#end);
  }

  skip(): void {
    if (this.#wire === 0) this.#varint();
    else if (this.#wire === 1) this.#take(8);
    else if (this.#wire === 2) this.#take(this.#varint());
    else if (this.#wire === 5) this.#take(4);
    else throw new ProtobufError(`a field has the wire type ${this.#wire}`);
  }

  /** The bytes of a message inside, to be read by their own reader. */
  message(): ProtobufReader {
    const [start, end] = this.#delimited();
    const budget = this.#budget;
    budget.messages -= 1;
    if (budget.messages < 0) throw new ProtobufError("it has too many values");
    return new ProtobufReader(this.#bytes, budget, start, end);
  }

  text(): string {
    const [start, end] = this.#delimited();
    if (end - start > this.#budget.text) throw new ProtobufError("a text is too long");
    return this.#bytes.toString("utf8", start, end);
  }

  /** As hex, which is how ids are written. */
  hex(): string {
    const [start, end] = this.#delimited();
    return this.#bytes.toString("hex", start, end);
  }

  base64(): string {
    const [start, end] = this.#delimited();
    return this.#bytes.toString("base64", start, end);
  }

  fixed64(): bigint {
    this.#need(1);
    return this.#bytes.readBigUInt64LE(this.#take(8));
  }

  fixed32(): number {
    this.#need(5);
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  double(): number {
    this.#need(1);
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** An enum or a flag. */
  number(): number {
    this.#need(0);
    return this.#varint();
  }

  /** A signed integer of 64 bits. */
  int64(): bigint {
    this.#need(0);
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#take(1)] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new ProtobufError("an integer does not end");
  }

  #delimited(): readonly [start: number, end: number] {
    this.#need(2);
    const length = this.#varint();
    const start = this.#take(length);
    return [start, start + length];
  }

  #need(wire: number): void {
    if (this.#wire === wire) return;
    throw new ProtobufError(`field ${this.field} has the wire type ${this.#wire}, not ${wire}`);
  }

  /** Where the next bytes begin, which are then behind. */
  #take(length: number): number {
    const start = this.#at;
    if (length > this.#end - start) throw new ProtobufError("a field reaches beyond its end");
    this.#at = start + length;
    return start;
  }

  #varint(): number {
    let value = 0;
    for (let power = 1; power <= 2 ** 63; power *= 128) {
      const byte = this.#bytes[this.#take(1)] ?? 0;
      value += (byte & 0x7f) * power;
      if (byte < 0x80) return value;
    }
    throw new ProtobufError("an integer does not end");
  }
}
