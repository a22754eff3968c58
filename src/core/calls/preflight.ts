import type { ChatRequest } from "../chat-model.ts";
import type { CaseKey } from "../run.ts";

/** What a model is asked before a run, to see that it is there and lets us in. */
export const PREFLIGHT_QUESTION =
  "This checks that you can be reached before a run begins. Answer with the one word: ready";

export const preflightRequest: ChatRequest = {
  messages: [{ role: "user", text: PREFLIGHT_QUESTION }],
};

/** Calls before the first case belong to none; this is where the journal keeps them. */
export const beforeCases: CaseKey = { evalSetId: "", evalId: "", trial: 0, index: -1 };
