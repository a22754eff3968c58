import type { Origin, Turn, TurnInput, Usage } from "../../core/agent.ts";
import type { Content, Part } from "../../core/content.ts";
import type { UsageMetadata } from "../../core/invocation.ts";
import { asObject, plainData } from "../recording/plain-data.ts";
import type { AdkCall, AdkEvent, AdkResponse } from "./adk-event.ts";
import type { AdkTree } from "./adk-tree.ts";
import { StreamedCalls } from "./streamed-calls.ts";

const CONFIRMATION = "adk_request_confirmation";
const CREDENTIAL = "adk_request_credential";
const INPUT = "adk_request_input";

/** A call that may be running an agent or waiting for the user. */
interface OpenCall {
  readonly id: string;
  readonly tool: string;
  readonly args: unknown;
  readonly within: readonly string[];
}

/** Writes the events of a conversation, and of the agents that run as its tools, to the turn that is open. */
export class AdkRecorder {
  readonly #tree: AdkTree;
  #turn: Turn | undefined;
  readonly #seen = new Set<string>();
  /** Calls that no run of an agent has been put down to yet. */
  #unclaimed: OpenCall[] = [];
  readonly #callIds = new Set<string>();
  /** By the invocation of an agent that runs as a tool: the calls it runs inside. */
  readonly #runs = new Map<string, readonly string[]>();
  #streamed: StreamedCalls | undefined;
  /** By the name of an agent: what its model was sent last. */
  readonly #requests = new Map<string, unknown>();
  /** What waits for the user, by the id that a pause names: the call to be answered. */
  readonly #asked = new Map<string, { readonly id: string; readonly name: string }>();

  constructor(tree: AdkTree) {
    this.#tree = tree;
  }

  /** `isStreamed`: a model call comes in pieces, and tells its tokens with several of them. */
  begin(turn: Turn, isStreamed = false): void {
    this.#turn = turn;
    this.#streamed = isStreamed ? new StreamedCalls(turn) : undefined;
    this.#unclaimed = [];
    this.#requests.clear();
  }

  /** What the model of an agent is about to be sent. Its callbacks may change it, so it is read when it was answered. */
  onRequest(author: string, request: unknown): void {
    this.#streamed?.end();
    this.#requests.set(author, request);
  }

  /** `nestedIn` is the name of the agent whose own session the event belongs to, when it runs as a tool. */
  onEvent(event: AdkEvent, nestedIn: string | undefined): void {
    // outside of a turn a conversation's history is put back
    if (this.#turn === undefined || event.partial === true || this.#seen.has(event.id)) return;
    this.#seen.add(event.id);
    const around = nestedIn === undefined ? [] : this.#runOf(event, nestedIn);
    if (event.author === "user") return;
    this.#write(this.#turn, event, [...around, ...this.#callsIn(event.branch)]);
  }

  /** Nothing more will come of the turn. */
  end(): void {
    this.#streamed?.end();
  }

  /** The message for the runner. Answers to pauses get the ids that the framework made up. */
  messageFor(input: TurnInput): Content {
    if ("answer" in input) {
      const { id, value, tool = "unknown" } = input.answer;
      const asked = this.#asked.get(id) ?? { id, name: tool };
      return {
        role: "user",
        parts: [{ functionResponse: { ...asked, ...answerTo(asked, value) } }],
      };
    }
    const parts = input.content.parts?.map((part) => this.#withKnownId(part));
    return { role: "user", ...(parts === undefined ? {} : { parts }) };
  }

  #write(turn: Turn, event: AdkEvent, within: readonly string[]): void {
    const { author, errorCode, usageMetadata } = event;
    const origin: Origin = within.length === 0 ? { author } : { author, within };
    for (const part of joinTexts(event.content?.parts ?? [])) {
      this.#part(turn, event, part, origin);
    }
    if (usageMetadata) this.#usage(turn, event, origin);
    const isPart = within.length === 0 && this.#streamed?.isCut(event) === true;
    if (errorCode && !isPart)
      turn.fault(event.errorMessage || errorCode, { ...origin, code: errorCode });
  }

  #usage(turn: Turn, event: AdkEvent, origin: Origin): void {
    const { author = "", usageMetadata = {}, modelVersion } = event;
    const model = modelVersion ?? this.#tree.models.get(author);
    const isOwn = origin.within === undefined;
    const request = isOwn ? this.#requests.get(author) : undefined;
    const options = { ...origin, ...(model && { model }), request };
    if (isOwn && this.#streamed !== undefined) {
      this.#streamed.count(usageOf(usageMetadata), options);
    } else turn.usage(usageOf(usageMetadata), options);
  }

  #part(turn: Turn, event: AdkEvent, part: Part, origin: Origin): void {
    const { functionCall, functionResponse, text, thought } = part;
    if (functionCall) this.#call(turn, event, functionCall as AdkCall, origin);
    else if (functionResponse) this.#result(turn, event, functionResponse as AdkResponse, origin);
    else if (text) turn.text(text, thought === true ? { ...origin, thought } : origin);
  }

  #call(turn: Turn, event: AdkEvent, call: AdkCall, origin: Origin): void {
    const { id, name } = call;
    if (name === CONFIRMATION || name === CREDENTIAL) {
      this.#request(turn, call, origin);
      return;
    }
    turn.call(id, name, call.args ?? {}, origin);
    this.#callIds.add(id);
    this.#unclaimed.push({ id, tool: name, args: call.args, within: origin.within ?? [] });
    if (event.longRunningToolIds?.includes(id) !== true || this.#tree.nodeTools.has(name)) return;
    this.#asked.set(id, { id, name });
    turn.pause(id, name === INPUT ? "input" : "pending", { ...origin, tool: name });
  }

  /** The framework asks the user about a call of a tool; the pause names that call. */
  #request(turn: Turn, { id, name, args }: AdkCall, origin: Origin): void {
    const about = args?.originalFunctionCall as Partial<AdkCall> | undefined;
    const of = about?.id ?? args?.function_call_id ?? id;
    const tool = about?.name === undefined ? {} : { tool: about.name };
    this.#asked.set(String(of), { id, name });
    if (name === CONFIRMATION) {
      const detail = plainData(args?.toolConfirmation);
      turn.pause(String(of), "approval", { ...origin, ...tool, detail });
    } else {
      // what it asks with holds the client's secret
      turn.pause(String(of), "input", { ...origin, ...tool });
    }
  }

  #result(turn: Turn, { actions }: AdkEvent, response: AdkResponse, origin: Origin): void {
    const { id, name } = response;
    // a tool that asks the user has not run yet; ADK tells its model so in the place of a result
    const isAsked = [actions?.requestedToolConfirmations, actions?.requestedAuthConfigs].some(
      (requests) => requests !== undefined && id in requests,
    );
    if (isAsked) return;
    const output = response.response;
    const error = output?.error;
    const failed = typeof error === "string" ? { error: error.replace(toolPrefix, "") } : {};
    turn.result(id, name, { output, ...failed }, origin);
  }

  /**
   * The calls around an agent that runs as a tool. Its run begins with the request as the user's message, which
   * tells parallel calls of one agent apart.
   */
  #runOf({ invocationId = "", content }: AdkEvent, agentName: string): readonly string[] {
    const known = this.#runs.get(invocationId);
    if (known !== undefined) return known;
    const request = content?.parts?.[0]?.text;
    const candidates = this.#unclaimed.filter((call) => call.tool === agentName);
    const call = candidates.find(({ args }) => requestOf(args, request)) ?? candidates[0];
    this.#unclaimed = this.#unclaimed.filter((each) => each !== call);
    const around = call === undefined ? [agentName] : [...call.within, call.id];
    this.#runs.set(invocationId, around);
    return around;
  }

  /** Nodes that run as tools name the call in their branch. */
  #callsIn(branch: string | undefined): readonly string[] {
    if (branch?.includes("@") !== true) return [];
    const ids = branch.split(".").map((segment) => segment.slice(segment.indexOf("@") + 1));
    return ids.filter((id) => this.#callIds.has(id));
  }

  /** An eval set cannot know ids that are made up while it runs, so an answer finds what asked by its name. */
  #withKnownId(part: Part): Part {
    const response = part.functionResponse;
    if (response === undefined) return { ...part };
    const asked = [...this.#asked.values()];
    if (asked.some(({ id }) => id === response.id)) return { ...part };
    const meant = asked.findLast(({ name }) => name === response.name);
    return meant === undefined ? { ...part } : { functionResponse: { ...response, ...meant } };
  }
}

const toolPrefix = /^Error in tool '[^']*': /;

/** Texts that stand side by side are one saying, with line breaks between, as scoring reads them. */
function joinTexts(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const goesOn = last?.text && part.text && (last.thought === true) === (part.thought === true);
    if (goesOn) joined[joined.length - 1] = { ...last, text: `${last.text}\n${part.text}` };
    else joined.push(part);
  }
  return joined;
}

function usageOf(metadata: UsageMetadata): Partial<Usage> {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = metadata;
  return {
    input: promptTokenCount ?? 0,
    output: (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
    cached: metadata.cachedContentTokenCount,
    reasoning: thoughtsTokenCount,
  };
}

function requestOf(args: unknown, text: string | undefined): boolean {
  if (text === undefined) return false;
  return (args as { request?: unknown } | undefined)?.request === text || same(args, text);
}

/** Agents with a schema for their input get their arguments as JSON. */
function same(args: unknown, text: string): boolean {
  return text.startsWith("{") && JSON.stringify(args) === text;
}

function answerTo({ name }: { readonly name: string }, value: unknown) {
  if (name !== CONFIRMATION) return { response: asObject(value, "result") };
  const { confirmed = false, approved = confirmed, ...rest } = asObject(value, "approved");
  return { response: { ...rest, confirmed: approved === true } };
}
