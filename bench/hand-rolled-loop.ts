/**
 * What somebody would write by hand for the same work: read the set, call the agent, compare, and write the same events to
 * SQLite (WAL, FULL, groups of 512), each spelt out as JSON. No deadlines, no resume, no validation, no report.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { rouge1 } from "../src/metrics/response/rouge.ts";

const set = JSON.parse(readFileSync("bench.evalset.json", "utf8"));
const { rootAgent } = await import(pathToFileURL("agent.mjs").href);

mkdirSync(".assay", { recursive: true });
const database = new DatabaseSync(".assay/hand.db");
database.exec("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;");
database.exec(
  "CREATE TABLE events (run_id TEXT, seq INTEGER, type TEXT, case_index INTEGER, trial INTEGER, eval_set_id TEXT, eval_id TEXT, status TEXT, body TEXT, PRIMARY KEY (run_id, seq))",
);
const insert = database.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
const runId = `hand-${randomUUID().slice(0, 17)}`;
const author = basename(process.cwd());
let seq = 0;
let group = 0;

type Key = { evalSetId: string; evalId: string; trial: number; index: number };

function write(type: string, key: Key | undefined, status: string | null, body: object): void {
  if (group === 0) database.exec("BEGIN IMMEDIATE");
  const text = JSON.stringify({ type, runId, ...key, ...body });
  insert.run(
    runId,
    seq,
    type,
    key?.index ?? null,
    key?.trial ?? null,
    key?.evalSetId ?? null,
    key?.evalId ?? null,
    status,
    text,
  );
  seq += 1;
  group += 1;
  if (group === 512) commit();
}

function commit(): void {
  if (group > 0) database.exec("COMMIT");
  group = 0;
}

write("run-start", undefined, null, { at: new Date().toISOString(), schemaVersion: 1 });
for (const [index, given] of set.eval_cases.entries()) {
  const began = performance.now();
  const key = { evalSetId: set.eval_set_id, evalId: given.eval_id, trial: 0, index };
  write("case-start", key, null, {
    at: new Date().toISOString(),
    evalCase: caseOf(given),
    sessionId: `hand-eval-session-${randomUUID()}`,
    userId: given.session_input.user_id,
  });
  const invocations: object[] = [];
  for (const [turn, expected] of given.conversation.entries()) {
    const events: object[] = [];
    const recorder = {
      call: (id: string, name: string, args: object) =>
        events.push({
          author,
          content: { role: "model", parts: [{ functionCall: { id, name, args } }] },
        }),
      result: (id: string, name: string, { output }: { output: object }) =>
        events.push({
          author,
          content: { role: "user", parts: [{ functionResponse: { id, name, response: output } }] },
        }),
    };
    const answer = await rootAgent(expected.user_content.parts[0].text, { turn: recorder });
    events.push({ author });
    const invocation = {
      invocationId: randomUUID(),
      userContent: expected.user_content,
      finalResponse: { role: "model", parts: [{ text: answer }] },
      intermediateData: { invocationEvents: events },
      creationTimestamp: Date.now() / 1000,
      duration: secondsSince(began),
    };
    invocations.push(invocation);
    write("turn-end", key, null, { turn, invocation, state: given.session_input.state });
  }
  const scores = given.conversation.map((expected: never, turn: number) =>
    scoreTurn(expected, invocations[turn] as never),
  );
  const mean = (name: "trajectory" | "response" | "calls") =>
    scores.reduce((sum: number, each: Record<string, number>) => sum + (each[name] ?? 0), 0) /
    scores.length;
  const metric = (
    name: string,
    score: number | undefined,
    threshold: number | undefined,
    status: string,
    details?: object,
  ) => ({
    name,
    version: 1,
    status,
    score,
    threshold,
    direction: threshold === undefined ? "lower" : "higher",
    perInvocation: scores.map(() => ({ score, details, status })),
    details,
  });
  const status = mean("trajectory") >= 1 && mean("response") >= 0.8 ? "passed" : "failed";
  write("case-end", key, status, {
    at: new Date().toISOString(),
    status,
    metrics: [
      metric("tool_trajectory_avg_score", mean("trajectory"), 1, status),
      metric("response_match_score", mean("response"), 0.8, status),
      metric("tool_call_count_v1", mean("calls"), undefined, "informational"),
      metric("inference_call_count_v1", 0, undefined, "informational"),
      metric("token_usage_v1", undefined, undefined, "informational", { tokenUsageDetails: {} }),
      metric("invocation_duration_v1", 0, undefined, "informational", {
        durationDetails: { totalSeconds: secondsSince(began) },
      }),
    ],
    duration: secondsSince(began),
  });
}
write("run-end", undefined, null, { at: new Date().toISOString(), status: "ended" });
commit();
database.close();

function secondsSince(began: number): number {
  return Math.round(performance.now() - began) / 1000;
}

/** The case with all its fields, as it is written to the journal. */
function caseOf(given: GivenCase): object {
  return {
    evalId: given.eval_id,
    conversation: given.conversation.map((turn) => ({
      invocationId: turn.invocation_id,
      userContent: turn.user_content,
      finalResponse: turn.final_response,
      intermediateData: {
        toolUses: turn.intermediate_data.tool_uses,
        toolResponses: [],
        intermediateResponses: [],
      },
      creationTimestamp: 0,
    })),
    sessionInput: {
      appName: given.session_input.app_name,
      userId: given.session_input.user_id,
      state: given.session_input.state,
    },
    creationTimestamp: 0,
    finalSessionState: {},
  };
}

interface GivenCase {
  readonly eval_id: string;
  readonly conversation: readonly (Wanted & {
    readonly invocation_id: string;
    readonly user_content: object;
  })[];
  readonly session_input: {
    readonly app_name: string;
    readonly user_id: string;
    readonly state: object;
  };
}

interface Call {
  readonly name: string;
  readonly args: object;
}

interface Wanted {
  readonly intermediate_data: { readonly tool_uses: readonly Call[] };
  readonly final_response: { readonly parts: readonly [{ readonly text: string }] };
}

interface Done {
  readonly intermediateData: {
    readonly invocationEvents: readonly {
      readonly content?: { readonly parts: readonly { readonly functionCall?: Call }[] };
    }[];
  };
  readonly finalResponse: { readonly parts: readonly [{ readonly text: string }] };
}

function scoreTurn(
  expected: Wanted,
  actual: Done,
): Record<"trajectory" | "response" | "calls", number> {
  const calls = actual.intermediateData.invocationEvents
    .flatMap((event) => event.content?.parts ?? [])
    .flatMap((part) => (part.functionCall === undefined ? [] : [part.functionCall]));
  const wanted = expected.intermediate_data.tool_uses;
  const same =
    calls.length === wanted.length &&
    wanted.every(
      (call, at) =>
        JSON.stringify(call.args) === JSON.stringify(calls[at]?.args) &&
        call.name === calls[at]?.name,
    );
  const [reference] = expected.final_response.parts;
  const [candidate] = actual.finalResponse.parts;
  const response = rouge1(reference.text, candidate.text).fmeasure;
  return { trajectory: same ? 1 : 0, response, calls: calls.length };
}
