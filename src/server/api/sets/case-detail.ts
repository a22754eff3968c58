import { z } from "zod";
import { toolCallsOf } from "../../../core/invocation.ts";
import { findValue } from "../../../core/json/json-members.ts";
import type { WrittenCase } from "../../../eval-sets/editing/edit-case-list.ts";
import { route } from "../route.ts";
import { caseName, placeOfCase } from "./find-case.ts";
import { caseJsonOf } from "./read-case.ts";
import { findSet } from "./set-files.ts";
import type { SetText } from "./set-memory.ts";
import { caseOf } from "./set-rows.ts";
import { caseJson, problem } from "./set-shapes.ts";

export const caseDetail = route({
  summary: "One case of an eval set, whole, in the spelling that ADK writes.",
  reply: z.object({
    set: z.object({
      id: z.string(),
      evalSetId: z.string(),
      name: z.string().optional(),
      path: z.string(),
      agent: z.string().optional(),
    }),
    evalId: z.string(),
    /** Of the file: what a change is sent with. */
    tag: z.string(),
    /** From 0, of `count`. */
    index: z.number(),
    count: z.number(),
    previous: z.string().optional(),
    next: z.string().optional(),
    /** Undefined where it cannot be read; `text` has it as it stands in the file then. */
    case: caseJson.optional(),
    text: z.string(),
    /** Where it stands in the file, from 1. */
    lines: z.object({ from: z.number(), to: z.number() }).optional(),
    problems: z.array(problem).readonly(),
    /** Tools that the set's cases name, and tags that they have. */
    tools: z.array(z.string()).readonly(),
    tags: z.array(z.string()).readonly(),
  }),
  async handle({ params, parts, setTag }) {
    const set = findSet(params.set ?? "", parts);
    const whole = await parts.sets.read(set);
    const { cases, tag, header } = whole;
    const index = placeOfCase(cases, params.case ?? "", set.path);
    const found = cases[index] as WrittenCase;
    const ids = cases.map(caseName);
    setTag(tag);
    const json = found.evalCase && caseJsonOf(found.evalCase);
    return {
      set: {
        id: set.id,
        evalSetId: header.evalSetId,
        name: header.name,
        path: set.path,
        agent: set.agent,
      },
      evalId: caseName(found, index),
      tag,
      index,
      count: cases.length,
      previous: ids[index - 1],
      next: ids[index + 1],
      case: json,
      text: JSON.stringify(json ?? found.written, null, 2),
      lines: linesOf(whole, index),
      problems: whole.problems.filter((each) => caseOf(each) === index),
      ...mentionedIn(cases),
    };
  },
});

function linesOf({ text, oldFormat }: SetText, index: number) {
  if (oldFormat) return undefined;
  const found = findValue(text, ["eval_cases", index]) ?? findValue(text, ["evalCases", index]);
  if (found === undefined) return undefined;
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length;
  return { from: lineOf(found.start), to: lineOf(found.end) };
}

function mentionedIn(cases: readonly WrittenCase[]) {
  const read = cases.flatMap(({ evalCase }) => evalCase ?? []);
  const calls = read.flatMap(({ conversation = [] }) => conversation.flatMap(toolCallsOf));
  const tools = new Set(calls.flatMap(({ name }) => name ?? []));
  const tags = new Set(read.flatMap(({ assay }) => assay?.tags ?? []));
  return { tools: [...tools].sort().slice(0, 200), tags: [...tags].sort().slice(0, 200) };
}
