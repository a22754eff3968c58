import "../core/need-runtime.ts";

export { type ModelJudgeOptions, modelJudge } from "./model-judge.ts";
