import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { EvalSet } from "../../core/eval-set.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import { isExport, readExport } from "../../traces/formats/otlp-json.ts";
import { ContentBuilder } from "../../traces/formats/trace-content.ts";
import { type EvaluateSetup, type Evaluation, evaluate } from "./evaluate.ts";
import { eventStream } from "./event-stream.ts";
import { RequestProblem, reply, sentenceOf } from "./reply.ts";
import { requestConfig } from "./request-config.ts";
import { uploadedTraces } from "./upload-traces.ts";
import { parsed, readForm, readJsonBody, type Upload } from "./uploads.ts";

type Read = (c: Context) => Promise<Omit<Evaluation, "signal">>;

/** Scores traces that are sent: as files of a form, or in a JSON document; at once, or with what comes on the way. */
export function evaluateRoutes(setup: EvaluateSetup): Hono {
  const app = new Hono();
  for (const [path, read] of [
    ["/evaluate", fromForm],
    ["/evaluate/json", fromJson],
  ] as const) {
    app.post(path, async (c) => {
      const evaluation = { ...(await read(c)), signal: c.req.raw.signal };
      return reply(c, await evaluate(evaluation, setup));
    });
    app.post(`${path}/stream`, (c) => streamed(c, read, setup));
  }
  return app;
}

/** Whatever goes wrong is told within the stream. */
function streamed(c: Context, read: Read, setup: EvaluateSetup): Response {
  return streamSSE(c, async (stream) => {
    const ended = new AbortController();
    stream.onAbort(() => ended.abort());
    const events = eventStream((frame) => void stream.write(frame));
    try {
      const evaluation = { ...(await read(c)), signal: ended.signal };
      events.done(await evaluate(evaluation, setup, events));
    } catch (error) {
      const sentence = sentenceOf(error);
      events.failed(sentence ?? "The evaluation failed.");
      if (sentence === undefined) throw error;
    }
  });
}

const fromForm: Read = async (c) => {
  const form = await readForm(c);
  refuseCredentials(form.text("credential_refs"));
  const config = form.text("config");
  if (config === undefined) throw new RequestProblem(400, "config is missing.");
  const asked = requestConfig(parsed(config, "config"));
  const { content, errors } = uploadedTraces(await form.files("trace_files"), asked.traceFormat);
  const [file] = await form.files("eval_set_file");
  if (file === undefined) return { content, asked, errors };
  if (!file.name.toLowerCase().endsWith(".json")) {
    throw new RequestProblem(400, "Invalid file extension for eval set. Only .json is read.");
  }
  const set = readSet(file);
  return typeof set === "string"
    ? { content, asked, errors: [...errors, `Failed to load eval set '${file.name}': ${set}`] }
    : { content, asked, errors, evalSet: set };
};

/** The eval set of a file, or why it is none. */
function readSet({ bytes }: Upload): EvalSet | string {
  try {
    return readEvalSet(bytes.toString("utf8"), { duplicates: "allow" }).evalSet;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    return sentence;
  }
}

const fromJson: Read = async (c) => {
  const body = await readJsonBody(c);
  refuseCredentials(body.credentialRefs ?? body.credential_refs);
  const { traces } = body;
  const content = new ContentBuilder();
  if (isObject(traces) && isExport(traces)) readExport(traces, content);
  if (content.spans.length === 0) throw new RequestProblem(400, "No traces found in OTLP JSON");
  const asked = requestConfig(body.config ?? {});
  const errors = content.problems.map(({ message }) => message);
  const given = body.evalSet ?? body.eval_set;
  if (given === undefined || given === null) return { content, asked, errors };
  const set = readSet({ name: "", bytes: Buffer.from(JSON.stringify(given)) });
  if (typeof set === "string") throw new RequestProblem(400, `Invalid eval set: ${set}`);
  return { content, asked, errors, evalSet: set };
};

/** They would let whoever asks choose which of our secrets is sent where. */
function refuseCredentials(given: unknown): void {
  if (given === undefined || given === null || given === "") return;
  throw new RequestProblem(
    400,
    "Invalid credentialRefs: keys are not taken from a request. Set them in the server's environment.",
  );
}
