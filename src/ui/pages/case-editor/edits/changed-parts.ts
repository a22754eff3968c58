import { isList, isObject, same } from "./merge.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What one version of a case has otherwise than another, as people name its parts. */
export function changedParts(before: Fields, after: Fields): readonly string[] {
  return [
    ...new Set(changedKeys(before, after).flatMap((key) => partsOf(key, before[key], after[key]))),
  ];
}

function partsOf(key: string, was: unknown, is: unknown): readonly string[] {
  if (key === "conversation" && isList(was) && isList(is)) return changedTurns(was, is);
  const [settingsWere, settingsAre] = [was ?? {}, is ?? {}];
  if (key === "assay" && isObject(settingsWere) && isObject(settingsAre)) {
    return changedKeys(settingsWere, settingsAre).map(wordsFor);
  }
  return [wordsFor(key)];
}

function changedTurns(was: readonly unknown[], is: readonly unknown[]): readonly string[] {
  const turns = is.flatMap((turn, at) =>
    at < was.length && !same(was[at], turn) ? [`turn ${at + 1}`] : [],
  );
  return was.length === is.length ? turns : ["the number of its turns", ...turns];
}

function changedKeys(before: Fields, after: Fields): readonly string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !same(before[key], after[key]));
}

function wordsFor(key: string): string {
  return words[key] ?? key;
}

const words: Readonly<Record<string, string>> = {
  eval_id: "its id",
  conversation: "its turns",
  conversation_scenario: "its scenario",
  session_input: "the initial state",
  final_session_state: "the expected state",
  rubrics: "its rubrics",
  assay: "its settings",
  tags: "its tags",
  args: "its matchers",
  match_type: "its order rule",
  forbidden_tools: "its forbidden tools",
  optional_tools: "its optional tools",
  skip: "the metrics it leaves out",
  quarantine: "its quarantine",
  thresholds: "its thresholds",
};
