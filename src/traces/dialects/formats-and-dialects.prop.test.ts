import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { observerDialects } from "../../../tests/traces/observer-dialects.ts";
import { turn } from "../../../tests/traces/one-turn.ts";
import { otlpText } from "../../../tests/traces/trace-builder.ts";
import { traceFormats } from "../../../tests/traces/trace-formats.ts";
import { vendorDialects } from "../../../tests/traces/vendor-dialects.ts";
import type { Span } from "../../core/traces/span.ts";
import { groupTraces } from "../conversations/group-traces.ts";
import { readTraceBytes } from "../formats/read-trace-bytes.ts";
import { readTraces } from "../read-traces.ts";
import { toInvocation } from "../turns/to-invocation.ts";

/** What the frameworks themselves wrote about one conversation with an agent that asks a scripted model. */
const fixtures = resolve(import.meta.dirname, "../../../tests/fixtures/traces");
const recorded = Object.fromEntries(
  readdirSync(fixtures).map((file) => [
    file.replace(".jsonl", ""),
    readFileSync(join(fixtures, file)),
  ]),
);
const built = Object.fromEntries(
  Object.entries({ ...vendorDialects, ...observerDialects }).map(([name, spec]) => [
    `${name}, by hand`,
    Buffer.from(otlpText(spec)),
  ]),
);
const all = Object.entries({ ...recorded, ...built });

function spansIn(bytes: Buffer): readonly Span[] {
  const content = readTraceBytes(bytes);
  if (content === undefined) throw new Error("the bytes are no trace");
  expect(content.problems).toEqual([]);
  return content.spans;
}

function turnsIn(bytes: Buffer) {
  return groupTraces(readTraces({ spans: spansIn(bytes), logs: [] }), {
    groupBy: "conversation",
  }).flatMap(({ turns }) => turns);
}

describe("what a framework wrote is the turn that happened:", () => {
  test.each(Object.entries(recorded))("%s", (_, bytes) => {
    const [found, ...others] = turnsIn(bytes);
    expect(others).toEqual([]);
    const told = found?.tools.map(({ name, args, result }) => ({
      // Mastra calls a tool by its place in the agent
      name: name === "lookUp" ? "look_up" : name,
      args,
      result,
    }));
    const [{ id: _id, ...tool } = { id: "" }] = turn.tools;
    expect({ user: found?.user, answer: found?.answer, told }).toEqual({
      user: turn.user,
      answer: turn.answer,
      told: [tool],
    });
    expect(found?.warnings).toEqual([]);
  });
});

// ids of OpenAI's own export are no ids of OpenTelemetry, and it has no other form
const portable = all.filter(([name]) => name !== "openai-agents");

describe.each(Object.entries(traceFormats))("written as %s", (_, write) => {
  test.each(portable)("%s gives the same invocations, read twice and in any order", (_, bytes) => {
    const spans = spansIn(bytes);
    const expected = turnsIn(bytes).map(inMicroseconds);
    const written = write(spans);
    expect(turnsIn(written).map(inMicroseconds)).toEqual(expected);
    expect(turnsIn(written).map(inMicroseconds)).toEqual(expected);
    fc.assert(
      fc.property(fc.shuffledSubarray([...spans], { minLength: spans.length }), (shuffled) => {
        expect(turnsIn(write(shuffled)).map(inMicroseconds)).toEqual(expected);
      }),
      { numRuns: 5 },
    );
  });
});

/** Jaeger cuts times there. */
function inMicroseconds(found: Parameters<typeof toInvocation>[0]) {
  const { creationTimestamp, duration, modelDuration, toolDuration, ...rest } = toInvocation(found);
  return rest;
}
