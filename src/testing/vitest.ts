import "../core/need-runtime.ts";

export { describeAgent } from "./agent-contract.ts";
export { describeRunStore } from "./run-store-contract.ts";
