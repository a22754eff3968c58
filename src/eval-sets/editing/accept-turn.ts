import { textOf } from "../../core/content.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { sameJson } from "../../core/json/json-edit.ts";
import { isObject } from "../../core/schema/parse-context.ts";

type Written = Readonly<Record<string, unknown>>;
type Call = ReturnType<typeof toolCallsOf>[number];

interface Accepted {
  readonly expected: Invocation;
  readonly actual: Invocation;
  /** The calls were measured, and as expected: what stands there may be looser than what was done, and stays. */
  readonly callsMatched: boolean;
  /** The calls were measured, and not as expected. */
  readonly callsDiffered: boolean;
  /** The same of what tools answered. */
  readonly responsesMatched: boolean;
  readonly responsesDiffered: boolean;
  /** True: the answer that stands there stays. */
  readonly keepsAnswer?: boolean | undefined;
}

/**
 * A turn as it is written, with what the agent did as its reference. What the author left out stays left out,
 * unless the turn says nothing at all or failed by it. Undefined: the form it is written in cannot be edited.
 */
export function acceptTurn(written: Written, accepted: Accepted): Written | undefined {
  if ("expected_tool_use" in written || "expectedToolUse" in written) return undefined;
  const isBare = !hasAnswer(written) && !hasCalls(written);
  const turn = { ...written };
  const answer = textOf(accepted.actual.finalResponse) ?? "";
  if (accepted.keepsAnswer !== true && (isBare || hasAnswer(written))) {
    const key = answerKeys.find((each) => each in written) ?? "final_response";
    turn[key] = answerAs(written[key], answer);
  }
  const takesCalls = isBare || hasCalls(written) || accepted.callsDiffered;
  const key = "intermediateData" in written ? "intermediateData" : "intermediate_data";
  const calls =
    takesCalls && !accepted.callsMatched ? callsAs(written[key], accepted) : written[key];
  const data = responsesAs(calls, written[key], accepted);
  // where none stood and none were made there is nothing to write, not even the key
  if (data !== undefined) turn[key] = data;
  return turn;
}

const answerKeys = ["final_response", "finalResponse", "reference"];

function hasAnswer(written: Written): boolean {
  return answerKeys.some((key) => (written[key] ?? null) !== null);
}

function hasCalls(written: Written): boolean {
  return (written.intermediate_data ?? written.intermediateData ?? null) !== null;
}

/** In the form that stands there: a plain text, or the one text among the parts. */
function answerAs(before: unknown, answer: string): unknown {
  if (typeof before === "string") return answer;
  const whole = { parts: [{ text: answer }], role: "model" };
  if (!isObject(before) || !Array.isArray(before.parts)) return whole;
  const texts = before.parts.filter((part) => isObject(part) && typeof part.text === "string");
  if (texts.map((part) => part.text).join("\n") === answer) return before;
  if (texts.length !== 1) return { ...before, parts: [{ text: answer }] };
  const parts = before.parts.map((part) => (part === texts[0] ? { ...part, text: answer } : part));
  return { ...before, parts };
}

function callsAs(before: unknown, { expected, actual }: Accepted): unknown {
  const made = toolCallsOf(actual);
  const data = isObject(before) ? before : {};
  const isEvents = "invocation_events" in data || "invocationEvents" in data;
  const wanted = toolCallsOf(expected);
  if (isEvents && sameCalls(wanted, made)) return before;
  const key = "toolUses" in data ? "toolUses" : "tool_uses";
  const list = data[key];
  const written = Array.isArray(list) && !isEvents ? list : [];
  if (made.length === 0 && written.length === 0) return before;
  const partners = pairByName(wanted, made);
  const calls = made.map((call, place) => {
    const partner = partners[place];
    return callAs(partner === undefined ? undefined : written[partner], call);
  });
  return isEvents ? { tool_uses: calls } : { ...data, [key]: calls };
}

/** What tools answered, where the turn has a reference for it. `data` has the calls already, `before` is as it was written. */
function responsesAs(data: unknown, before: unknown, accepted: Accepted): unknown {
  if (!isObject(before) || accepted.responsesMatched) return data;
  if ("invocation_events" in before || "invocationEvents" in before) {
    if (!accepted.responsesDiffered) return data;
    const calls = toolCallsOf(accepted.actual).map((call) => callAs(undefined, call));
    return { tool_uses: calls, tool_responses: inCallOrder(accepted.actual).map(bare) };
  }
  const key = "toolResponses" in before ? "toolResponses" : "tool_responses";
  const list = before[key];
  const written: readonly unknown[] = Array.isArray(list) ? list : [];
  // ADK writes an empty list beside calls that it says nothing more about
  if (written.length === 0 && !accepted.responsesDiffered) return data;
  const given = inCallOrder(accepted.actual);
  const partners = pairByName(written.map(nameOf), given);
  const responses = given.map((response, place) => {
    const partner = partners[place];
    const old = partner === undefined ? undefined : written[partner];
    return isObject(old) ? { ...old, response: response.response } : bare(response);
  });
  return { ...(isObject(data) ? data : {}), [key]: responses };
}

type Response = ReturnType<typeof toolResponsesOf>[number];

function bare({ name, response }: Response): object {
  return { name, response };
}

function nameOf(written: unknown): Named {
  return { name: isObject(written) && typeof written.name === "string" ? written.name : undefined };
}

/** Parallel calls are answered in any order; a file lists what they brought as it lists the calls. */
function inCallOrder(actual: Invocation): readonly Response[] {
  const ids = toolCallsOf(actual).map(({ id }) => id);
  const placeOf = ({ id }: Response) =>
    id === undefined || !ids.includes(id) ? ids.length : ids.indexOf(id);
  return [...toolResponsesOf(actual)].sort((a, b) => placeOf(a) - placeOf(b));
}

/** A bare name stays one; of a call, only its arguments are accepted. */
function callAs(before: unknown, { name, args }: Call): unknown {
  if (typeof before === "string") return before;
  const { args: _, ...rest } = isObject(before) ? before : { args, name };
  return args === undefined ? rest : { ...rest, args };
}

function sameCalls(a: readonly Call[], b: readonly Call[]): boolean {
  const plain = (calls: readonly Call[]) =>
    calls.map(({ name, args }) => ({ name, args: args ?? null }));
  return sameJson(plain(a), plain(b));
}

type Named = Pick<Call, "name">;

/** For each call that was made, the place of the expected one it stands for: in order, by name. */
function pairByName(
  wanted: readonly Named[],
  made: readonly Named[],
): readonly (number | undefined)[] {
  const lengths = Array.from({ length: wanted.length + 1 }, () =>
    new Array<number>(made.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = wanted.length - 1; i >= 0; i -= 1) {
    for (let j = made.length - 1; j >= 0; j -= 1) {
      const row = lengths[i] as number[];
      row[j] =
        wanted[i]?.name === made[j]?.name
          ? at(i + 1, j + 1) + 1
          : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const partners: (number | undefined)[] = made.map(() => undefined);
  let [i, j] = [0, 0];
  while (i < wanted.length && j < made.length) {
    if (wanted[i]?.name === made[j]?.name) {
      partners[j] = i;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return partners;
}
