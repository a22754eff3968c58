import type { Context } from "hono";
import { slimEvent } from "../../../core/folds/slim-event.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { runState } from "../../../project/history/list-runs.ts";
import { eventStream } from "../event-stream.ts";
import type { ServerParts } from "../server-parts.ts";

const PAGE = 500;
const HEARTBEAT_MS = 15_000;
/** A run whose process was killed says nothing more, so that it is looked at. */
const STATE_MS = 2_000;

/**
 * The events of a run as they become durable, whoever runs it: `id` is the place in the journal, so that a reader who comes
 * back says after which one to go on. Without `?whole=true` the words of conversations are left out.
 */
export async function runEvents(context: Context, parts: ServerParts): Promise<Response> {
  const runId = await findRun(parts.runs, context.req.param("run"), { cwd: parts.cwd });
  const asked = context.req.header("Last-Event-ID") ?? context.req.query("since") ?? "0";
  const since = asked === "now" ? (await parts.views.open(runId)).seq : Number(asked) || 0;
  const isWhole = context.req.query("whole") === "true";
  return eventStream(context.req.raw.signal, (send, signal) =>
    follow({ runId, parts, since, isWhole, signal, send }),
  );
}

interface Following {
  readonly runId: string;
  readonly parts: ServerParts;
  readonly since: number;
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly send: (text: string) => void;
}

async function follow({ runId, parts, since, isWhole, signal, send }: Following): Promise<void> {
  const { runs, clock } = parts;
  let seq = since;
  let state = "";
  let spoke = Date.now();
  let position = await runs.position();
  send("retry: 1000\n\n");
  for (;;) {
    for (;;) {
      const page = await runs.eventsSince(runId, seq, PAGE);
      if (page.seq === seq) break;
      seq = page.seq;
      const lines = page.events.map(({ seq: id, event }) => {
        const data = JSON.stringify(isWhole ? event : slimEvent(event));
        return `id: ${id}\nevent: ${event.type}\ndata: ${data}\n\n`;
      });
      send(lines.join(""));
      spoke = Date.now();
    }
    const now = await runState(runs, runId);
    if (now !== state) {
      state = now;
      send(`event: state\ndata: ${JSON.stringify({ state })}\n\n`);
    }
    if (Date.now() - spoke > HEARTBEAT_MS) {
      send(": still here\n\n");
      spoke = Date.now();
    }
    signal.throwIfAborted();
    position = await clock
      .next(position, AbortSignal.any([signal, AbortSignal.timeout(STATE_MS)]))
      .catch(() => position);
  }
}
