import { setOwn } from "../../core/json/set-own.ts";
import { ProtobufError, type ProtobufReader } from "./protobuf-reader.ts";

/** Values nested deeper are refused: nobody writes them, and a hostile sender might. */
const DEEPEST = 64;

/** Reads a key and its value into an object. */
export function readKeyValue(
  reader: ProtobufReader,
  into: Record<string, unknown>,
  depth: number,
): void {
  let key = "";
  let value: unknown;
  while (reader.next()) {
    if (reader.field === 1) key = reader.text();
    else if (reader.field === 2) value = readAnyValue(reader.message(), depth);
    else reader.skip();
  }
  if (value !== undefined) setOwn(into, key, value);
}

/** One value of OTLP's union, as JSON. */
export function readAnyValue(reader: ProtobufReader, depth: number): unknown {
  if (depth > DEEPEST) throw new ProtobufError(`a value is nested deeper than ${DEEPEST} levels`);
  let value: unknown;
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        value = reader.text();
        break;
      case 2:
        value = reader.number() !== 0;
        break;
      case 3:
        value = integer(reader.int64());
        break;
      case 4:
        value = double(reader.double());
        break;
      case 5:
        value = readArray(reader.message(), depth + 1);
        break;
      case 6:
        value = readList(reader.message(), depth + 1);
        break;
      case 7:
        value = reader.base64();
        break;
      default:
        reader.skip();
    }
  }
  return value;
}

/** OTLP's JSON writes what is no number as a word, and JSON has no other way. */
function double(value: number): unknown {
  return Number.isFinite(value) ? value : String(value);
}

function integer(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(value.toString());
}

function readArray(reader: ProtobufReader, depth: number): unknown {
  const values: unknown[] = [];
  while (reader.next()) {
    if (reader.field === 1) values.push(readAnyValue(reader.message(), depth) ?? null);
    else reader.skip();
  }
  return values;
}

function readList(reader: ProtobufReader, depth: number): unknown {
  const object: Record<string, unknown> = {};
  while (reader.next()) {
    if (reader.field === 1) readKeyValue(reader.message(), object, depth);
    else reader.skip();
  }
  return object;
}
