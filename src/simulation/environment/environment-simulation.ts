import { longTimer } from "../../core/async/long-timer.ts";
import { offAbort, onAbort } from "../../core/async/on-abort.ts";
import { provenReply } from "../../core/calls/proven-replies.ts";
import type { CallModel, ChatModel, ChatRequest } from "../../core/chat-model.ts";
import type {
  Environment,
  SimulatedAnswer,
  ToolAnswer,
  ToolCallContext,
} from "../../core/environment.ts";
import { messageOf } from "../../core/errors.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../../core/invocation.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { bareJson } from "../bare-json.ts";
import { requestSettings } from "../request-settings.ts";
import type { EnvironmentConfig } from "./environment-config.ts";
import { addToState, type EnvironmentState } from "./environment-state.ts";
import { type InjectedAnswer, injector } from "./injected-answer.ts";
import { TOOL_ANSWER_PROMPT_VERSION, toolAnswerPrompt } from "./tool-answer-prompt.ts";
import type { ToolDeclaration } from "./tool-declaration.ts";
import { readToolLinks, type ToolLink, toolLinksSchema } from "./tool-links.ts";
import { TOOL_LINKS_PROMPT_VERSION, toolLinksPrompt } from "./tool-links-prompt.ts";

export interface EnvironmentOptions {
  readonly modelFor: (name: string) => ChatModel;
  /** Undefined: no model can be asked, so only injections answer. */
  readonly ask?: CallModel | undefined;
  readonly clock?: EnvironmentClock | undefined;
  /** All tools of the agent, as far as they are known. */
  readonly tools?: readonly ToolDeclaration[] | undefined;
  /** Makes seeded draws differ between conversations: the case and its trial. */
  readonly salt?: string | undefined;
}

interface EnvironmentClock {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  random(): number;
}

/** An environment for one conversation. */
export interface SimulatedEnvironment extends Environment {
  readonly state: Readonly<EnvironmentState>;
}

type Args = Readonly<Record<string, unknown>>;

interface Call {
  readonly tool: string;
  readonly args: Args;
  readonly context: ToolCallContext;
}

/** Answers calls of configured tools by injections, else by a model; every other tool runs for real. */
export function environmentSimulation(
  config: EnvironmentConfig,
  options: EnvironmentOptions,
): SimulatedEnvironment {
  return new Simulation(config, options);
}

class Simulation implements SimulatedEnvironment {
  readonly state: EnvironmentState = {};
  readonly #config: EnvironmentConfig;
  readonly #clock: EnvironmentClock;
  readonly #inject: ReturnType<typeof injector>;
  readonly #tools: readonly ToolDeclaration[];
  readonly #ask: CallModel | undefined;
  readonly #model: ChatModel | undefined;
  readonly #strategies: ReadonlyMap<string, 0 | 1>;
  /** How often each tool was asked for in a turn. */
  readonly #calls = new Map<string, number>();
  /** Equal calls of one turn are told apart by their number. */
  readonly #asked = new Map<string, number>();
  readonly #answers = new Map<number, SimulatedAnswer[]>();
  #analysis: Promise<readonly ToolLink[]> | undefined;
  #links: readonly ToolLink[] | undefined;
  #problem: string | undefined;

  constructor(config: EnvironmentConfig, options: EnvironmentOptions) {
    const { modelFor, ask, clock = systemClock, tools, salt = "" } = options;
    this.#config = config;
    this.#clock = clock;
    this.#inject = injector(config, { salt, random: () => clock.random() });
    this.#strategies = new Map(
      config.toolSimulationConfigs.map(({ toolName, mockStrategyType }) => [
        toolName,
        mockStrategyType,
      ]),
    );
    this.#tools = tools ?? [...this.#strategies.keys()].map((name) => ({ name }));
    this.#ask = ask;
    const isMocked = [...this.#strategies.values()].some((strategy) => strategy !== 0);
    this.#model = isMocked ? modelFor(config.simulationModel) : undefined;
    if (!isMocked) this.#links = [];
  }

  before(tool: string, args: Args, context: ToolCallContext): ToolAnswer | Promise<ToolAnswer> {
    if (!this.#strategies.has(tool)) return { kind: "real" };
    this.#calls.set(
      `${context.turn} ${tool}`,
      (this.#calls.get(`${context.turn} ${tool}`) ?? 0) + 1,
    );
    const call = { tool, args, context };
    // whoever calls first pays for the analysis, as in ADK, also when an injection answers
    const answer = this.#links === undefined ? this.#afterAnalysis(call) : this.#answer(call);
    return answer instanceof Promise
      ? answer.then((each) => this.#kept(call, each))
      : this.#kept(call, answer);
  }

  answersIn(turn: number): readonly SimulatedAnswer[] {
    return this.#answers.get(turn) ?? [];
  }

  #kept({ tool, context: { turn } }: Call, answer: ToolAnswer): ToolAnswer {
    if (answer.kind === "real") return answer;
    const answers = this.#answers.get(turn) ?? [];
    answers.push({ tool, result: answer.result });
    this.#answers.set(turn, answers);
    return answer;
  }

  problemOf(turn: number, invocation: Invocation): string | undefined {
    if (this.#problem !== undefined) return this.#problem;
    const left = new Map(this.#calls);
    for (const { name = "" } of toolCallsOf(invocation)) {
      if (!this.#strategies.has(name)) continue;
      const asked = left.get(`${turn} ${name}`) ?? 0;
      // a tool that nobody asked us about has run for real, which is what was to be avoided
      if (asked === 0) return `The tool ${name} is to be simulated, and it ran without asking.`;
      left.set(`${turn} ${name}`, asked - 1);
    }
    return undefined;
  }

  /** Draws what was drawn, and learns again what the tools had answered. The analysis comes from the journal. */
  async restore(history: readonly Invocation[], signal: AbortSignal): Promise<void> {
    for (const invocation of history) {
      const responses = new Map(
        toolResponsesOf(invocation).map((each) => [each.id, each.response]),
      );
      for (const { id, name = "", args = {} } of toolCallsOf(invocation)) {
        const strategy = this.#strategies.get(name);
        if (strategy === undefined) continue;
        this.#links ??= await this.#analyse(signal);
        if (this.#inject(name, args) !== undefined || strategy === 0) continue;
        const answer = responses.get(id);
        if (answer !== undefined) addToState(this.state, this.#links, { tool: name, answer });
      }
    }
  }

  async #afterAnalysis(call: Call): Promise<ToolAnswer> {
    this.#analysis ??= this.#analyse(call.context.signal);
    try {
      this.#links = await this.#analysis;
    } catch (error) {
      this.#analysis = undefined;
      return this.#failed(call, messageOf(error));
    }
    return this.#answer(call);
  }

  #answer(call: Call): ToolAnswer | Promise<ToolAnswer> {
    const injected = this.#inject(call.tool, call.args);
    if (injected !== undefined) return this.#injected(injected, call);
    return this.#strategies.get(call.tool) === 1 ? this.#mocked(call) : { kind: "real" };
  }

  #injected({ result, latencySeconds }: InjectedAnswer, { context }: Call) {
    const answer: ToolAnswer = { kind: "simulated", result };
    if (latencySeconds <= 0) return answer;
    return this.#clock.sleep(latencySeconds * 1000, context.signal).then(() => answer);
  }

  async #mocked(call: Call): Promise<ToolAnswer> {
    const { tool, args, context } = call;
    const { environmentData, tracing } = this.#config;
    const links = this.#links ?? [];
    const declaration = this.#tools.find(({ name }) => name === tool) ?? { name: tool };
    const facts = { tool: declaration, args, links, state: this.state, environmentData, tracing };
    const step = `${tool}.v${TOOL_ANSWER_PROMPT_VERSION}`;
    const asked = await this.#reply(toolAnswerPrompt(facts), step, context).catch(asProblem);
    if ("problem" in asked) return this.#failed(call, asked.problem);
    const json = bareJson(asked.text);
    if (!isObject(json?.value)) {
      const what = json === undefined ? "no JSON" : "JSON that is no object";
      return this.#failed(call, `The model answered with ${what}.`, asked.text);
    }
    const result = json.value;
    addToState(this.state, links, { tool, answer: result });
    return { kind: "simulated", result };
  }

  async #analyse(signal: AbortSignal): Promise<readonly ToolLink[]> {
    const context = { turn: -1, signal };
    const reply = await this.#reply(
      toolLinksPrompt(this.#tools),
      `tools.v${TOOL_LINKS_PROMPT_VERSION}`,
      context,
      toolLinksSchema,
    );
    const links = readToolLinks(reply.text);
    if ("problem" in links)
      throw new Error(`The analysis of the tools could not be read: ${links.problem}`);
    return links;
  }

  #reply(text: string, step: string, context: ToolCallContext, schema?: ChatRequest["schema"]) {
    const { turn, signal } = context;
    if (this.#ask === undefined || this.#model === undefined) {
      return Promise.reject(new Error("No model can be asked."));
    }
    const sample = this.#asked.get(`${turn} ${step}`) ?? 0;
    this.#asked.set(`${turn} ${step}`, sample + 1);
    const request: ChatRequest = {
      messages: [{ role: "user", text }],
      ...(schema === undefined ? {} : { schema }),
      ...requestSettings(this.#config.simulationModelConfiguration),
    };
    const model = this.#model;
    const asked = { role: "environment", model, request, turn, step, sample } as const;
    return this.#ask(asked, signal).then((reply) => provenReply(asked, reply));
  }

  #failed({ tool }: Call, message: string, output?: string): ToolAnswer {
    this.#problem ??= `The simulated tool ${tool} could not answer. ${message}`;
    const result = {
      status: "error",
      error_message: message,
      ...(output === undefined ? {} : { llm_output: output }),
    };
    return { kind: "simulation-error", message, result };
  }
}

function asProblem(error: unknown): { readonly problem: string } {
  return { problem: messageOf(error) };
}

const systemClock: EnvironmentClock = {
  random: Math.random,
  async sleep(milliseconds, signal) {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = longTimer(resolve, milliseconds);
    // nobody waits for the answer of a turn that is over
    onAbort(signal, resolve);
    await promise;
    timer.clear();
    offAbort(signal, resolve);
  },
};
