import type { Context } from "hono";

/** Answers that name what they made are small. */
const LARGEST = 20_000;

/** What of an answer belongs into the audit log: which thing it was about, and whether it came to something. */
export async function auditAnswer(context: Context, action: string) {
  const { res } = context;
  const made = await madeIn(res);
  const target = made === undefined ? context.req.path : `${context.req.path} ${made}`;
  const outcome = res.status < 400 ? ("done" as const) : ("failed" as const);
  return { action, target, outcome, note: outcome === "done" ? "" : `Answered ${res.status}.` };
}

/** The id of a run, chat or token that was made. */
async function madeIn(answer: Response): Promise<string | undefined> {
  const type = answer.headers.get("Content-Type") ?? "";
  if (answer.status !== 201 || !type.startsWith("application/json")) return undefined;
  const text = await answer.clone().text();
  if (text.length > LARGEST) return undefined;
  const said = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const id = said.runId ?? said.chatId ?? said.id;
  return typeof id === "string" ? id : undefined;
}
