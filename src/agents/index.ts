import "../core/need-runtime.ts";

export { type AgentFactory, type AgentFactoryOptions, agentFactory } from "./agent-factory.ts";
export { type CommandTarget, commandAgent } from "./command-agent.ts";
export {
  type AgentFunction,
  type FunctionAnswer,
  type FunctionContext,
  functionAgent,
  type Message,
} from "./function-agent.ts";
export { type LoadedAgent, loadAgent } from "./load-agent.ts";
export { invocationFromTurn, recordTurn } from "./record-turn.ts";
export { recordedAgent } from "./recorded-agent.ts";
export { tool } from "./report-tool.ts";
export { adapters, wrapAgent } from "./wrap-agent.ts";
