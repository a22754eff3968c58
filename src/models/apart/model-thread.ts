import type { MessagePort } from "node:worker_threads";
import { lookFirst } from "../../core/async/look-first.ts";
import { prove } from "../../core/calls/proven-replies.ts";
import { ModelError } from "../../core/chat-model.ts";
import { type ModelLine, modelThreadFile, offeredModelLine } from "./model-line.ts";
import type { Order, OrderEnd } from "./order.ts";
import { newKey, sealed, unsealed } from "./seal.ts";

/** Taken here: what is replaced later must not read or write for us. */
const { parse, stringify } = JSON;
// not imported: what is imported first stays for good under Jest, so agents would get it without gates
const { MessageChannel, Worker: Thread } = process.getBuiltinModule("node:worker_threads");

type Work = Order extends infer Each ? (Each extends Order ? Omit<Each, "id"> : never) : never;

interface Line {
  order(work: Order): void;
  isOver: boolean;
}

interface Waiting {
  readonly resolve: (end: OrderEnd) => void;
  readonly reject: (error: ModelError) => void;
}

const waiting = new Map<number, Waiting>();
let line: Line | undefined;
let orders = 0;

/**
 * Has something done on the thread on which models are asked, which is started by the first order. Code that is evaluated shares
 * our realm and can get hold of whatever an answer goes through here, sockets and streams to begin with; that thread has a realm
 * of its own, and what it says is sealed.
 */
export function orderApart(work: Work, signal: AbortSignal): Promise<OrderEnd> {
  lookFirst();
  orders += 1;
  const id = orders;
  const { promise, resolve, reject } = Promise.withResolvers<OrderEnd>();
  if (line === undefined || line.isOver) line = openLine();
  const { order } = line;
  const onAbort = () => {
    if (!waiting.has(id)) return;
    order({ id, type: "stop" });
    end(id)?.reject(new ModelError("cancelled", "The call was stopped."));
  };
  waiting.set(id, {
    resolve: (answer) => {
      // right where it comes in, before it goes through promises
      if (work.type === "ask" && "reply" in answer) prove(answer.reply, work.request);
      signal.removeEventListener("abort", onAbort);
      resolve(answer);
    },
    reject: (error) => {
      signal.removeEventListener("abort", onAbort);
      reject(error);
    },
  });
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  else order({ ...work, id } as Order);
  return promise;
}

function end(id: number): Waiting | undefined {
  const one = waiting.get(id);
  waiting.delete(id);
  return one;
}

function openLine(): Line {
  const { key, open } = offeredModelLine() ?? ownLine();
  const { port1: port, port2 } = new MessageChannel();
  const made: Line = {
    isOver: false,
    order(work) {
      port.ref();
      port.postMessage(sealed(key, "to the thread", stringify(work)));
    },
  };
  port.on("message", (message: unknown) => {
    lookFirst();
    const text = unsealed(key, "from the thread", message);
    if (text === undefined) return;
    const answer = parse(text) as OrderEnd;
    end(answer.id)?.resolve(answer);
    // whoever waits for an answer keeps the process alive by waiting
    if (waiting.size === 0) port.unref();
  });
  port.on("close", () => {
    made.isOver = true;
    const gone = "The thread on which models are asked has ended.";
    for (const id of [...waiting.keys()]) end(id)?.reject(new ModelError("network", gone));
  });
  open(port2);
  port.unref();
  return made;
}

/** Where nobody watches over code of users, we start the thread ourselves. */
function ownLine(): ModelLine {
  const key = newKey();
  return {
    key,
    open(port: MessagePort) {
      const worker = new Thread(modelThreadFile(), {
        workerData: { key, port },
        transferList: [port],
        execArgv: [],
      });
      // its port closes with it
      worker.on("error", () => {});
      worker.unref();
    },
  };
}
