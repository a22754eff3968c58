import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { groupTraces } from "../../traces/conversations/group-traces.ts";
import { readTraceText } from "../../traces/formats/read-trace-text.ts";
import { ContentBuilder } from "../../traces/formats/trace-content.ts";
import { readTraces } from "../../traces/read-traces.ts";
import { conversationsOf } from "./conversation-source.ts";
import { readTraceFiles } from "./read-trace-files.ts";

/** Traces of an agent, or of calls of a model alone, that belong to few conversations. */
const trace = fc.record({
  id: fc.integer({ min: 1, max: 12 }),
  conversation: fc.option(fc.constantFrom("a", "b"), { nil: undefined }),
  name: fc.option(fc.constant("demo"), { freq: 8, nil: undefined }),
  isAgent: fc.boolean(),
  // where nobody logs, a trace is taken apart as soon as its root has ended
  isLogged: fc.boolean(),
  inBase64: fc.boolean(),
  says: fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
});

interface TraceSpec {
  readonly id: number;
  readonly conversation: string | undefined;
  readonly name: string | undefined;
  readonly isAgent: boolean;
  readonly isLogged: boolean;
  readonly inBase64: boolean;
  readonly says: string;
}

/** Exports of one span or log record each, which may be put to lines in any way. */
function itemsOf(spec: TraceSpec): readonly object[] {
  const { id, conversation, name, isAgent, says } = spec;
  const hex = id.toString(16).padStart(32, "0");
  const traceId = spec.inBase64 ? Buffer.from(hex, "hex").toString("base64") : hex;
  const resource = {
    attributes: name === undefined ? [] : [attribute("agentevals.session_name", name)],
  };
  const span = (spanId: number, parent: number, more: Readonly<Record<string, unknown>>) => ({
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            scope: { name: "test" },
            spans: [
              {
                traceId,
                spanId: spanId.toString(16).padStart(16, "0"),
                ...(parent > 0 && { parentSpanId: parent.toString(16).padStart(16, "0") }),
                name: "span",
                startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(id * 10 + spanId)),
                endTimeUnixNano: String(1_790_000_000_000_000_900n + BigInt(id * 10 + spanId)),
                attributes: Object.entries(more).map(([key, value]) => attribute(key, value)),
              },
            ],
          },
        ],
      },
    ],
  });
  const user = [{ role: "user", parts: [{ type: "text", content: says }] }];
  const log = {
    resourceLogs: [
      {
        resource,
        scopeLogs: [
          {
            scope: {},
            logRecords: [
              {
                traceId,
                spanId: "0000000000000002",
                eventName: "gen_ai.choice",
                timeUnixNano: "1790000000000000100",
                body: { kvlistValue: { values: [attribute("content", `${says}!`)] } },
              },
            ],
          },
        ],
      },
    ],
  };
  const own = conversation === undefined ? {} : { "gen_ai.conversation.id": conversation };
  return [
    ...(isAgent ? [span(1, 0, { "gen_ai.operation.name": "invoke_agent", ...own })] : []),
    span(2, isAgent ? 1 : 0, {
      "gen_ai.operation.name": "chat",
      "gen_ai.input.messages": JSON.stringify(user),
      ...own,
    }),
    ...(spec.isLogged ? [log] : []),
  ];
}

function attribute(key: string, value: unknown) {
  return { key, value: { stringValue: value } };
}

const folder = mkdtempSync(join(tmpdir(), "assay-pieces-"));

const files = fc
  .tuple(fc.array(trace, { minLength: 1, maxLength: 14 }), fc.boolean())
  .map(([traces, isLogged]) => (isLogged ? traces : traces.map((each) => ({ ...each, isLogged }))))
  .chain((traces) => {
    // what is there twice, by chance, is sent again by an exporter too
    const items = traces.flatMap(itemsOf).map((item) => JSON.stringify(item));
    return fc.shuffledSubarray(items, { minLength: items.length });
  })
  .chain((lines) =>
    fc.tuple(
      fc.constant(lines),
      fc.array(fc.nat(lines.length), { maxLength: 2 }),
      fc.array(fc.nat(lines.length), { maxLength: 3 }),
    ),
  )
  .map(([lines, cuts, bad]) => {
    const all = lines.map((line, at) => (bad.includes(at) ? `${line}\n\n{"cut off":` : line));
    const places = [0, ...cuts.toSorted((a, b) => a - b), lines.length];
    return places.slice(1).flatMap((to, at) => {
      const text = all.slice(places[at], to).join("\n");
      return text === "" ? [] : [text];
    });
  });

test("files that are read piece by piece give what they give when they are read whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      files,
      fc.integer({ min: 100, max: 4000 }),
      fc.integer({ min: 100, max: 4000 }),
      fc.integer({ min: 500, max: 5000 }),
      fc.constantFrom("auto", "trace", "conversation"),
      async (texts, pieceSize, quiet, waiting, groupBy) => {
        const paths = texts.map((text, at) => {
          const path = join(folder, `${at}.jsonl`);
          writeFileSync(path, text);
          return path;
        });
        const whole = new ContentBuilder();
        const problems: string[] = [];
        for (const [at, text] of texts.entries()) {
          const read = readTraceText(text) ?? new ContentBuilder();
          whole.spans.push(...read.spans);
          whole.logs.push(...read.logs);
          problems.push(...read.problems.map(({ message }) => `${at}.jsonl: ${message}`));
        }
        const read = await readTraceFiles(paths, { cwd: folder, pieceSize, quiet, waiting });
        try {
          const streamed = conversationsOf(read.traces, { groupBy });
          const expected = groupTraces(readTraces(whole), { groupBy });
          expect(Array.from({ length: streamed.count }, (_, at) => streamed.at(at))).toEqual(
            expected,
          );
          expect(streamed.count).toBe(expected.length);
          expect(read.problems).toEqual(problems);
          expect(read.spanCount).toBe(whole.spans.length);
        } finally {
          read.close();
        }
      },
    ),
    { numRuns: 300 },
  );
  rmSync(folder, { recursive: true });
});
