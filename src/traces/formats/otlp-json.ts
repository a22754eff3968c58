import { fieldsOf, type LooseJson, objectsOf, textFrom } from "../../core/json/loose-json.ts";
import type { Resource, Scope } from "../../core/traces/span.ts";
import { readAttributes } from "./any-value.ts";
import { readLogRecord } from "./otlp-log.ts";
import { readSpan } from "./otlp-span.ts";
import type { ContentBuilder } from "./trace-content.ts";

/** The fields of a whole export, in OTLP's names, in protobuf's, in Tempo's, and Tempo's answer that wraps them. */
const SPANS = ["resourceSpans", "resource_spans", "batches"] as const;
const LOGS = ["resourceLogs", "resource_logs"] as const;

/** Whether an object is a whole export of spans or logs. */
export function isExport(document: LooseJson): boolean {
  return [...SPANS, ...LOGS].some((key) => key in document) || wrapped(document) !== undefined;
}

/** Whether an object is a span by itself. */
export function isBareSpan(document: LooseJson): boolean {
  return ["traceId", "spanId", "trace_id", "span_id"].some((key) => key in document);
}

/** Reads a whole export, resource by resource. */
export function readExport(document: LooseJson, into: ContentBuilder): void {
  const exported = wrapped(document) ?? document;
  for (const each of listOf(exported, SPANS)) readResourceSpans(each, into);
  for (const each of listOf(exported, LOGS)) readResourceLogs(each, into);
}

/** Reads a span that stands alone: nobody says who sent it. */
export function readBareSpan(document: LooseJson, into: ContentBuilder): void {
  const resource = "resource" in document ? readResource(document) : NO_RESOURCE;
  const scope = "scope" in document ? readScope(document) : NO_SCOPE;
  readSpan(document, { resource, scope }, into);
}

const NO_RESOURCE: Resource = { attributes: {} };
const NO_SCOPE: Scope = {};

function wrapped(document: LooseJson): LooseJson | undefined {
  const inner = fieldsOf(document.trace);
  return SPANS.some((key) => key in inner) ? inner : undefined;
}

function listOf(fields: LooseJson, keys: readonly string[]): readonly LooseJson[] {
  for (const key of keys) if (Array.isArray(fields[key])) return objectsOf(fields[key]);
  return [];
}

function readResourceSpans(each: LooseJson, into: ContentBuilder): void {
  const resource = readResource(each);
  const scopes = listOf(each, ["scopeSpans", "scope_spans", "instrumentationLibrarySpans"]);
  for (const group of scopes) {
    const scope = readScope(group);
    for (const span of objectsOf(group.spans)) readSpan(span, { resource, scope }, into);
  }
}

function readResourceLogs(each: LooseJson, into: ContentBuilder): void {
  const resource = readResource(each);
  for (const group of listOf(each, ["scopeLogs", "scope_logs", "instrumentationLibraryLogs"])) {
    const scope = readScope(group);
    for (const log of listOf(group, ["logRecords", "log_records", "logs"])) {
      into.addLog(readLogRecord(log, { resource, scope }));
    }
  }
}

function readResource(each: LooseJson): Resource {
  const attributes = readAttributes(fieldsOf(each.resource).attributes);
  const schemaUrl = textFrom(each.schemaUrl ?? each.schema_url);
  return schemaUrl ? { attributes, schemaUrl } : { attributes };
}

function readScope(group: LooseJson): Scope {
  const given = fieldsOf(group.scope ?? group.instrumentationLibrary);
  const attributes = readAttributes(given.attributes);
  return {
    name: textFrom(given.name) || undefined,
    version: textFrom(given.version) || undefined,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    schemaUrl: textFrom(group.schemaUrl ?? group.schema_url) || undefined,
  };
}
