import "../core/need-runtime.ts";

export type { GroupBy } from "./conversations/group-traces.ts";
export type { TraceFormat } from "./formats/read-trace-text.ts";
export {
  type ReadTrace,
  type ReadTraceOptions,
  type RecordedConversation,
  readTrace,
} from "./read-trace.ts";
