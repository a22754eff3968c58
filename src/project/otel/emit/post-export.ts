import { Buffer } from "node:buffer";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ownFetch } from "../../../core/async/own-fetch.ts";
import { messageOf } from "../../../core/errors.ts";
import { fieldsOf } from "../../../core/json/loose-json.ts";
import { ProtobufReader } from "../../../traces/formats/protobuf-reader.ts";
import { protobufExport } from "../../../traces/formats/write-otlp-protobuf.ts";
import type { OtlpSignal } from "./otlp-target.ts";
import { postGrpc } from "./post-grpc.ts";

/** What became of one export. */
export type PostResult =
  /** `rejected` of its items were refused, where the receiver says so. */
  | { readonly kind: "taken"; readonly rejected: number }
  /** It may be sent again, after so many milliseconds where the receiver says so. */
  | {
      readonly kind: "later";
      readonly why: string;
      readonly after?: number | undefined;
      /** The receiver said so itself; otherwise it was not reached. */
      readonly isAnswer: boolean;
    }
  | { readonly kind: "refused"; readonly why: string };

const compress = promisify(gzip);
/** OTLP asks senders to come again with what was answered so. */
const TEMPORARY = new Set([429, 502, 503, 504]);
/** Likewise over gRPC: cancelled, deadline, aborted, out of range, unavailable, data loss. */
const TEMPORARY_GRPC = new Set([1, 4, 10, 11, 14, 15]);
/** More of an answer is not read. */
const LONGEST_ANSWER = 65_536;

/** Sends one export, by whatever protocol the signal has. */
export async function postExport(
  exported: object,
  signal: OtlpSignal,
  stop: AbortSignal,
): Promise<PostResult> {
  const within = AbortSignal.any([stop, AbortSignal.timeout(signal.timeout)]);
  try {
    const { protocol } = signal;
    if (protocol === "grpc") return await overGrpc(exported, signal, within);
    return await overHttp(exported, signal, within);
  } catch (error) {
    return { kind: "later", why: reasonOf(error), isAnswer: false };
  }
}

async function overGrpc(
  exported: object,
  signal: OtlpSignal,
  stop: AbortSignal,
): Promise<PostResult> {
  const { status, message, reply } = await postGrpc(protobufExport(exported), signal, stop);
  if (status === 0) return { kind: "taken", rejected: rejectedOf(reply, false) };
  const said = message === "" ? "" : `: ${message.replace(/\.$/, "")}`;
  const why = `it answered with ${status === undefined ? "no gRPC status" : `gRPC status ${status}`}${said}`;
  const isTemporary = status !== undefined && TEMPORARY_GRPC.has(status);
  return isTemporary ? { kind: "later", why, isAnswer: true } : { kind: "refused", why };
}

async function overHttp(
  exported: object,
  { url, protocol, headers, gzip: isGzip }: OtlpSignal,
  stop: AbortSignal,
): Promise<PostResult> {
  const isJson = protocol === "http/json";
  const bytes = isJson ? Buffer.from(JSON.stringify(exported)) : protobufExport(exported);
  const response = await ownFetch()(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": isJson ? "application/json" : "application/x-protobuf",
      ...(isGzip && { "content-encoding": "gzip" }),
    },
    body: new Uint8Array(isGzip ? await compress(bytes) : bytes),
    // headers may carry a key, which no other address is to see
    redirect: "manual",
    signal: stop,
  });
  const answer = await startOf(response);
  if (response.ok) return { kind: "taken", rejected: rejectedOf(answer, isJson) };
  const why = `it answered with status ${response.status}`;
  if (!TEMPORARY.has(response.status)) return { kind: "refused", why };
  const after = retryAfter(response.headers.get("retry-after"));
  return { kind: "later", why, after, isAnswer: true };
}

async function startOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LONGEST_ANSWER) break;
  }
  return Buffer.concat(chunks);
}

/** How many items of an export that was taken were not. An answer that cannot be read says nothing. */
function rejectedOf(answer: Buffer, isJson: boolean): number {
  try {
    if (!isJson) return rejectedInProtobuf(answer);
    const partial = fieldsOf(fieldsOf(JSON.parse(answer.toString())).partialSuccess);
    return Number(partial.rejectedSpans ?? partial.rejectedLogRecords ?? 0);
  } catch {
    return 0;
  }
}

function rejectedInProtobuf(answer: Buffer): number {
  const reply = new ProtobufReader(answer);
  while (reply.next()) {
    if (reply.field === 1) return rejectedIn(reply.message());
    reply.skip();
  }
  return 0;
}

function rejectedIn(partial: ProtobufReader): number {
  while (partial.next()) {
    if (partial.field === 1) return Number(partial.int64());
    partial.skip();
  }
  return 0;
}

function retryAfter(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = messageOf(cause).trim() || messageOf(error);
  return said === "" ? "it cannot be reached" : said.replace(/\.$/, "");
}
