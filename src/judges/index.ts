export { type ModelJudgeOptions, modelJudge } from "./model-judge.ts";
