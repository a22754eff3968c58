import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { PREFLIGHT_QUESTION } from "../../core/calls/preflight.ts";
import { TESTING_ANSWER, TESTING_PATH } from "../../core/calls/testing-marker.ts";
import { fieldsOf, tryJson } from "../../core/json/loose-json.ts";
import { loopbackAnthropic } from "./loopback-anthropic.ts";
import { loopbackGemini } from "./loopback-gemini.ts";
import { loopbackOllama } from "./loopback-ollama.ts";
import { loopbackOpenaiChat } from "./loopback-openai-chat.ts";
import { loopbackOpenaiResponses } from "./loopback-openai-responses.ts";
import type {
  LoopbackProtocol,
  ModelFailure,
  ModelReply,
  ModelRequest,
  RawAnswer,
  WholeReply,
} from "./loopback-protocol.ts";

const protocols: readonly LoopbackProtocol[] = [
  loopbackGemini,
  loopbackOpenaiChat,
  loopbackOpenaiResponses,
  loopbackAnthropic,
  loopbackOllama,
];

/** Plays the model: what it says to a request. */
export type ModelScript = (
  request: ModelRequest,
) => ModelReply | ModelFailure | Promise<ModelReply | ModelFailure>;

export interface LoopbackModels {
  /** Without a path: clients add `/v1`, `/v1beta` or `/api` as their vendor has it. */
  readonly url: string;
  /** Every request so far, but for the question that Assay asks before a run: the server answers that by itself. */
  readonly requests: readonly ModelRequest[];
  /** Breaks what is still open, and frees the port. */
  close(): Promise<void>;
}

/**
 * A model server on this machine that answers as a script says, whole and streamed, as Gemini, OpenAI (chat
 * and responses), Anthropic and Ollama would: for tests of agents without a key and without a network.
 *
 * @example
 * const models = await loopbackModels(({ messages }) =>
 *   messages.at(-1)?.role === "tool"
 *     ? { text: "It is 4 degrees." }
 *     : { calls: [{ tool: "get_weather", args: { city: "Oslo" } }] },
 * );
 */
export async function loopbackModels(script: ModelScript): Promise<LoopbackModels> {
  const requests: ModelRequest[] = [];
  let replies = 0;
  const server = createServer((incoming, outgoing) => {
    // a client that goes away breaks the pipe, which is its own affair
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const path = incoming.url ?? "";
    if (path === TESTING_PATH) return sendJson(outgoing, 200, TESTING_ANSWER);
    const body = fieldsOf(tryJson(await textOf(incoming)));
    const protocol = protocols.find((each) => each.matches(path));
    if (protocol === undefined) {
      return sendJson(outgoing, 404, { error: { message: `There is no model at ${path}.` } });
    }
    const request = { protocol: protocol.name, body, ...protocol.read(body, path) };
    if (isPreflight(body)) return sendReply(outgoing, ready, { protocol, request, number: 0 });
    requests.push(request);
    const answer = await asked(script, request);
    if ("hangs" in answer) return;
    if ("raw" in answer) return sendRaw(outgoing, answer);
    if ("status" in answer) return sendFailure(outgoing, answer, protocol);
    replies += 1;
    await sendReply(outgoing, answer, { protocol, request, number: replies });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const ready: ModelReply = { text: "ready", usage: { input: 0, output: 0 } };

/** Whether the server is there is no question for its script. */
function isPreflight(body: object): boolean {
  return JSON.stringify(body).includes(JSON.stringify(PREFLIGHT_QUESTION).slice(1, -1));
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** A script that throws is reported as the server's own error, so that the test sees why. */
async function asked(
  script: ModelScript,
  request: ModelRequest,
): Promise<ModelReply | ModelFailure> {
  try {
    return await script(request);
  } catch (error) {
    return { status: 500, message: `The script of the model failed: ${String(error)}` };
  }
}

function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(body));
}

function sendFailure(
  outgoing: ServerResponse,
  failure: Extract<ModelFailure, { status: number }>,
  protocol: LoopbackProtocol,
): void {
  const { status, message = `The model answers with ${status}.`, retryAfterSeconds } = failure;
  for (const [name, value] of Object.entries(failure.headers ?? {})) {
    outgoing.setHeader(name, value);
  }
  if (retryAfterSeconds !== undefined) outgoing.setHeader("retry-after", String(retryAfterSeconds));
  sendJson(outgoing, status, protocol.error(status, message));
}

async function sendRaw(outgoing: ServerResponse, answer: RawAnswer): Promise<void> {
  const { raw, contentType = "application/json", everyMs = 0, thenHangs = false } = answer;
  outgoing.writeHead(200, { "content-type": contentType });
  outgoing.flushHeaders();
  for (const piece of raw) {
    if (outgoing.destroyed) return;
    outgoing.write(piece);
    await setTimeout(everyMs);
  }
  if (!thenHangs) outgoing.end();
}

interface Asked {
  readonly protocol: LoopbackProtocol;
  readonly request: ModelRequest;
  readonly number: number;
}

async function sendReply(
  outgoing: ServerResponse,
  reply: ModelReply,
  { protocol, request, number }: Asked,
): Promise<void> {
  if (reply.afterMs !== undefined) await setTimeout(reply.afterMs);
  const whole = wholeReply(reply, { protocol, request, number });
  const { contentType, pieces } = request.isStreamed
    ? protocol.stream(whole, request)
    : wholeAnswer(protocol.answer(whole, request));
  outgoing.writeHead(200, { "content-type": contentType });
  const half = Math.ceil(pieces.length / 2);
  for (const [index, piece] of pieces.entries()) {
    if (reply.breaksOff === true && index === half) return void outgoing.destroy();
    if (index === 1) await reply.rest;
    outgoing.write(piece);
    // each piece leaves by itself, as from a model that is still thinking
    await setImmediate();
  }
  outgoing.end();
}

/** In two pieces, so that it can break off between them. */
function wholeAnswer(answer: object): { contentType: string; pieces: readonly string[] } {
  const text = JSON.stringify(answer);
  const half = Math.ceil(text.length / 2);
  return { contentType: "application/json", pieces: [text.slice(0, half), text.slice(half)] };
}

function wholeReply(reply: ModelReply, { protocol, number }: Asked): WholeReply {
  const { thought = "", text = "", calls = [], usage = { input: 10, output: 5 } } = reply;
  const named = calls.map((call, index) =>
    call.id !== undefined || protocol.name === "gemini"
      ? call
      : { ...call, id: `call_${number}_${index + 1}` },
  );
  return { thought, text, calls: named, usage, id: String(number) };
}
