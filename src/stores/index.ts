import "../core/need-runtime.ts";

export type {
  Session,
  SessionKey,
  SessionKeyKind,
  TimeRange,
  TraceSighting,
} from "../core/traces/session.ts";
export type {
  Attributes,
  LogRecord,
  Resource,
  Scope,
  Span,
  SpanEvent,
  SpanKind,
  SpanLink,
  SpanStatus,
} from "../core/traces/span.ts";
export type {
  AppendedBatch,
  RetentionLimits,
  SessionListing,
  TraceBatch,
  TraceLimits,
  TraceStore,
} from "../core/traces/trace-store.ts";
export type { Damage, DamagedPlace } from "./event-row.ts";
export { memoryStore } from "./memory-store.ts";
export { type MemoryTraceStoreOptions, memoryTraceStore } from "./memory-trace-store.ts";
export { type PostgresStoreOptions, postgresStore } from "./postgres/postgres-store.ts";
export {
  type PostgresTraceStoreOptions,
  postgresTraceStore,
} from "./postgres/traces/postgres-trace-store.ts";
export { type SqliteStoreOptions, sqliteStore } from "./sqlite/sqlite-store.ts";
export {
  type SqliteTraceStoreOptions,
  sqliteTraceStore,
} from "./sqlite/traces/sqlite-trace-store.ts";
export type { TraceDamage } from "./trace-damage.ts";
