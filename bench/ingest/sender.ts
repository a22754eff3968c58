/** Sends spans to a receiver from a process of its own, and says how long it took. Run by bench/ingest/ingest.ts. */
import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { spanBody } from "./span-bodies.ts";

export interface SendOrder {
  readonly url: string;
  readonly batches: number;
  readonly spansABatch: number;
  /** As many batches wait for their answer at a time; with a pace as many as it takes. */
  readonly connections: number;
  /** Spans a second; as fast as they are answered where there is none. */
  readonly pace?: number;
}

export interface Sent {
  readonly seconds: number;
  readonly bytesASpan: number;
  /** Of the answers, in milliseconds, the shortest first. */
  readonly latencies: readonly number[];
}

const order: SendOrder = JSON.parse(process.argv[2] ?? "");
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
const bodies = Array.from({ length: order.batches }, () => spanBody(order.spansABatch));
const latencies: number[] = [];
const began = performance.now();
await (order.pace === undefined ? sendAll() : sendPaced(order.pace));
const seconds = (performance.now() - began) / 1000;
const bytesASpan = (bodies[0]?.length ?? 0) / order.spansABatch;
const sent: Sent = { seconds, bytesASpan, latencies: latencies.toSorted((a, b) => a - b) };
process.stdout.write(JSON.stringify(sent));
agent.destroy();

async function sendAll(): Promise<void> {
  let next = 0;
  const connections = Array.from({ length: order.connections }, async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) await post(body);
  });
  await Promise.all(connections);
}

/** By the clock, whatever the answers do: a receiver that falls behind is seen as late, not as fewer requests. */
async function sendPaced(pace: number): Promise<void> {
  const every = (1000 * order.spansABatch) / pace;
  const answers: Promise<void>[] = [];
  for (const [at, body] of bodies.entries()) {
    const due = began + at * every;
    await setTimeout(Math.max(0, due - performance.now()));
    answers.push(post(body));
  }
  await Promise.all(answers);
}

function post(body: Buffer): Promise<void> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { "Content-Type": "application/x-protobuf", "Content-Length": body.length };
    const sending = request(
      `${order.url}/v1/traces`,
      { method: "POST", agent, headers },
      (answer) => {
        answer.resume().on("end", () => {
          latencies.push(performance.now() - from);
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`answered ${answer.statusCode}`));
        });
      },
    );
    sending.on("error", reject);
    sending.end(body);
  });
}
