import { fieldsOf } from "../../core/json/loose-json.ts";
import {
  bytesField,
  doubleField,
  fixed32Field,
  numberField,
  timeField,
} from "./protobuf-writer.ts";

/** An export, as `spansExport` or `logsExport` gives it, in protobuf's bytes. */
export function protobufExport(exported: object): Buffer {
  return writeMessage(exported, root);
}

type Kind = "text" | "hex" | "number" | "integer" | "bool" | "double" | "fixed32" | "fixed64";

/** How a field is written: its number, and its kind or the fields of the message that it is. */
type Field = readonly [id: number, kind: Kind | (() => Fields)];
type Fields = Readonly<Record<string, Field | undefined>>;

const value: Fields = {
  stringValue: [1, "text"],
  boolValue: [2, "bool"],
  intValue: [3, "integer"],
  doubleValue: [4, "double"],
  arrayValue: [5, () => values],
  kvlistValue: [6, () => pairs],
};
const keyValue: Fields = { key: [1, "text"], value: [2, () => value] };
const values: Fields = { values: [1, () => value] };
const pairs: Fields = { values: [1, () => keyValue] };
const attributes = (id: number): Field => [id, () => keyValue];

const event: Fields = {
  timeUnixNano: [1, "fixed64"],
  name: [2, "text"],
  attributes: attributes(3),
  droppedAttributesCount: [4, "number"],
};
const link: Fields = {
  traceId: [1, "hex"],
  spanId: [2, "hex"],
  traceState: [3, "text"],
  attributes: attributes(4),
  droppedAttributesCount: [5, "number"],
  flags: [6, "fixed32"],
};
const span: Fields = {
  traceId: [1, "hex"],
  spanId: [2, "hex"],
  traceState: [3, "text"],
  parentSpanId: [4, "hex"],
  name: [5, "text"],
  kind: [6, "number"],
  startTimeUnixNano: [7, "fixed64"],
  endTimeUnixNano: [8, "fixed64"],
  attributes: attributes(9),
  droppedAttributesCount: [10, "number"],
  events: [11, () => event],
  droppedEventsCount: [12, "number"],
  links: [13, () => link],
  droppedLinksCount: [14, "number"],
  status: [15, () => ({ message: [2, "text"], code: [3, "number"] })],
  flags: [16, "fixed32"],
};
const logRecord: Fields = {
  timeUnixNano: [1, "fixed64"],
  severityNumber: [2, "number"],
  severityText: [3, "text"],
  body: [5, () => value],
  attributes: attributes(6),
  droppedAttributesCount: [7, "number"],
  flags: [8, "fixed32"],
  traceId: [9, "hex"],
  spanId: [10, "hex"],
  observedTimeUnixNano: [11, "fixed64"],
  eventName: [12, "text"],
};
const resource: Field = [1, () => ({ attributes: attributes(1) })];
const scope: Field = [
  1,
  () => ({ name: [1, "text"], version: [2, "text"], attributes: attributes(3) }),
];
const schemaUrl: Field = [3, "text"];
const scopeSpans: Fields = { scope, spans: [2, () => span], schemaUrl };
const scopeLogs: Fields = { scope, logRecords: [2, () => logRecord], schemaUrl };
const root: Fields = {
  resourceSpans: [1, () => ({ resource, scopeSpans: [2, () => scopeSpans], schemaUrl })],
  resourceLogs: [1, () => ({ resource, scopeLogs: [2, () => scopeLogs], schemaUrl })],
};

function writeMessage(message: unknown, fields: Fields): Buffer {
  const pieces: Buffer[] = [];
  for (const [name, held] of Object.entries(fieldsOf(message))) {
    const field = fields[name];
    if (field === undefined || held === undefined) continue;
    for (const each of Array.isArray(held) ? held : [held]) pieces.push(writeField(field, each));
  }
  return Buffer.concat(pieces);
}

function writeField([id, kind]: Field, held: unknown): Buffer {
  if (typeof kind === "function") return bytesField(id, writeMessage(held, kind()));
  switch (kind) {
    case "text":
      return bytesField(id, String(held));
    case "hex":
      return bytesField(id, Buffer.from(String(held), "hex"));
    case "number":
    case "integer":
    case "bool":
      return numberField(id, BigInt(held as string));
    case "double":
      return doubleField(id, Number(held));
    case "fixed64":
      return timeField(id, BigInt(held as string));
    case "fixed32":
      return fixed32Field(id, Number(held));
  }
}
