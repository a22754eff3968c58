import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { otlpText } from "../../../../tests/traces/trace-builder.ts";
import type { PieceResult } from "../../../traces/pieces/piece-result.ts";
import { readPieces } from "./piece-pool.ts";
import { splitFile } from "./split-file.ts";

const line = otlpText({
  spans: [{ id: "a", attributes: { "gen_ai.operation.name": "invoke_agent" } }],
});

test("threads read what one thread reads, piece by piece", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-pool-"));
  try {
    const path = join(folder, "traces.jsonl");
    const text = Array.from({ length: 50 }, (_, at) => (at === 7 ? "{cut" : line)).join("\n");
    writeFileSync(path, text);
    const file = { path, size: Buffer.byteLength(text), close() {} };
    const pieces = splitFile(file, { name: "traces.jsonl", pieceSize: 2000 });
    expect(pieces.length).toBeGreaterThan(5);
    const alone = new Map<number, PieceResult | undefined>();
    const together = new Map<number, PieceResult | undefined>();
    await readPieces(pieces, (place, result) => void alone.set(place, result));
    await readPieces(pieces, (place, result) => void together.set(place, result), 0);
    expect(together).toEqual(alone);
    const spans = [...alone.values()].map((result) => result?.spanCount ?? 0);
    expect(spans.reduce((sum, each) => sum + each)).toBe(49);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("what a thread cannot read is told, and not waited for", async () => {
  const pieces = [1, 2].map((from) => ({ path: "no-such-file", from, to: from + 1 }));
  await expect(readPieces(pieces, () => {}, 0)).rejects.toThrow("no such file");
});
