import "../core/need-runtime.ts";

export { describeAgent } from "./agent-contract.ts";
export {
  type ContractProvider,
  type ContractReply,
  describeChatModel,
} from "./chat-model-contract.ts";
export { type ContractAnswer, describeJudge } from "./judge-contract.ts";
export { describeReporter, type ReporterUnderTest } from "./reporter-contract.ts";
export { describeRunStore } from "./run-store/run-store-contract.ts";
export { describeTraceStore } from "./trace-store/trace-store-contract.ts";
