import { readFile } from "node:fs/promises";
import { UserFacingError } from "../../core/errors.ts";
import { shortPath } from "../../files/short-path.ts";
import { readTraceBytes } from "../../traces/formats/read-trace-bytes.ts";
import type { TraceFormat } from "../../traces/formats/read-trace-text.ts";
import { ContentBuilder, type TraceContent } from "../../traces/formats/trace-content.ts";

export interface ReadTraceFilesOptions {
  readonly format?: TraceFormat | undefined;
  /** Messages call files as they are seen from here. */
  readonly cwd: string;
}

/** Reads trace files together: a trace may be spread over several, and a span that is in two of them counts once. */
export async function readTraceFiles(
  paths: readonly string[],
  { format, cwd }: ReadTraceFilesOptions,
): Promise<TraceContent> {
  const all = new ContentBuilder();
  for (const path of paths) {
    const name = shortPath(path, cwd);
    const content = readTraceBytes(await readFile(path), format);
    if (content === undefined) throw noTrace(name, format);
    all.spans.push(...content.spans);
    all.logs.push(...content.logs);
    for (const problem of content.problems) {
      all.problems.push({ ...problem, message: `${name}: ${problem.message}` });
    }
    all.warnings.push(...content.warnings.map((warning) => `${name}: ${warning}`));
  }
  return all;
}

function noTrace(name: string, format: TraceFormat | undefined): UserFacingError {
  const what = format === undefined ? "no trace" : `no ${format}`;
  return new UserFacingError("trace/invalid", `${name} is ${what}.`, {
    hint: 'Jaeger JSON ({"data": […]}), OTLP JSON ({"resourceSpans": […]}), JSON lines of spans or exports, or OTLP protobuf are read.',
  });
}
