import {
  context,
  SeverityNumber,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  type ReadableLogRecord,
  SimpleLogRecordProcessor,
} from "@opentelemetry/sdk-logs";
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";

/** What an agent's own instrumentation recorded, before any exporter writes it. */
export interface Recorded {
  readonly spans: ReadableSpan[];
  readonly logs: ReadableLogRecord[];
}

/** A turn as OpenTelemetry's SDK records it, with every kind of value, event, link and status that an exporter has to write. */
export async function recordAgent(sessionName: string): Promise<Recorded> {
  const spans = new InMemorySpanExporter();
  const logs = new InMemoryLogRecordExporter();
  const resource = resourceFromAttributes({
    "service.name": "shop",
    "agentevals.session_name": sessionName,
    "process.command_args": ["node", "agent.js"],
  });
  const provider = new TracerProvider({
    resource,
    spanLimits: { attributeCountLimit: 12, eventCountLimit: 2, linkCountLimit: 1 },
    spanProcessors: [new SimpleSpanProcessor({ exporter: spans })],
  });
  const logger = new LoggerProvider({
    resource,
    processors: [new SimpleLogRecordProcessor({ exporter: logs })],
  }).getLogger("shop-logs", "2.0.0");
  const tracer = provider.getTracer("shop-agent", "1.2.3", { schemaUrl: "https://a.test/schema" });

  const root = tracer.startSpan("invoke_agent clerk", {
    kind: SpanKind.SERVER,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "clerk",
      text: "é, 漢字, 🙂, \u0000 and \u2028",
      empty: "",
      count: 9_007_199_254_740_991,
      negative: -42,
      ratio: 0.1,
      yes: true,
      no: false,
      words: ["one", "two"],
      numbers: [1, 2.5],
      ["__proto__"]: "kept",
      tooMany: "dropped by the SDK's own limit",
    },
    links: [
      { context: remoteContext, attributes: { why: "asked before" } },
      { context: remoteContext, attributes: { why: "dropped by the SDK's own limit" } },
    ],
  });
  const within = trace.setSpan(context.active(), root);
  const chat = tracer.startSpan(
    "chat m",
    {
      kind: SpanKind.CLIENT,
      attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" },
    },
    within,
  );
  for (const text of ["Is order 7 paid?", "Order 7 is paid.", "dropped"]) {
    chat.addEvent("said", { text });
  }
  logger.emit({
    eventName: "gen_ai.user.message",
    body: { content: "Is order 7 paid?", parts: ["a", 1, null, { deep: [true] }] },
    attributes: { "gen_ai.system": "m" },
    severityNumber: SeverityNumber.INFO,
    severityText: "INFO",
    context: trace.setSpan(context.active(), chat),
  });
  chat.setStatus({ code: SpanStatusCode.OK });
  chat.end();
  const tool = tracer.startSpan("execute_tool look_up", {}, within);
  tool.recordException(new Error("no such order"));
  tool.setStatus({ code: SpanStatusCode.ERROR, message: "no such order" });
  tool.end();
  root.end();
  await provider.forceFlush();
  return { spans: spans.getFinishedSpans(), logs: logs.getFinishedLogRecords() };
}

const remoteContext: SpanContext = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
};
