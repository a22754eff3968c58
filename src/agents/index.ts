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
export { type LoadedAgent, loadAgent } from "./loading/load-agent.ts";
export { recordedAgent } from "./recorded-agent.ts";
export { invocationFromTurn } from "./recording/invocation-from-turn.ts";
export { recordTurn } from "./recording/record-turn.ts";
export { tool } from "./recording/report-tool.ts";
export { adapters, wrapAgent } from "./wrap-agent.ts";
