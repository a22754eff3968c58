import { z } from "zod";
import { textOf } from "../../../core/content.ts";
import {
  errorFromProblems,
  isUserFacingError,
  type Problem,
  UserFacingError,
} from "../../../core/errors.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import { toolCallsOf } from "../../../core/invocation.ts";
import { editCaseList } from "../../../eval-sets/editing/edit-case-list.ts";
import { parseEvalSet } from "../../../eval-sets/reading/parse-eval-set.ts";
import { readCsv } from "../../../eval-sets/reading/read-csv.ts";
import { readRows } from "../../../eval-sets/reading/read-rows.ts";
import { casesFromTraceText } from "../../../project/traces/cases-from-trace-text.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { editSet } from "./change-set.ts";
import { caseJsonOf } from "./read-case.ts";
import { createSet, newSet } from "./set-create.ts";
import { findSet } from "./set-files.ts";
import { problem } from "./set-shapes.ts";

const body = z.strictObject({
  /** The file's name, which says what it is: .evalset.json, .test.json, .jsonl, .csv; a trace is told by what it holds. Nothing is opened by it. */
  fileName: z.string(),
  text: z.string(),
  /** A set to be made for its cases. */
  create: newSet.optional(),
  /** Or the set that gets them. */
  into: z.string().optional(),
  /** False: only says what would be imported. */
  write: z.boolean().default(false),
});

const imported = z.object({
  /** What it would be called. */
  evalSetId: z.string(),
  cases: z
    .array(
      z.object({
        evalId: z.string(),
        first: z.string(),
        turns: z.number(),
        tools: z.array(z.string()).readonly(),
        /** True: the set that gets it has a case of that id already, which stays. */
        isTaken: z.boolean(),
      }),
    )
    .readonly(),
  /** What was not understood, with its line. */
  problems: z.array(problem).readonly(),
  warnings: z.array(problem).readonly(),
  /** Set once it is written. */
  written: z.object({ id: z.string(), undo: z.string(), count: z.number() }).optional(),
});

export const setImport = route({
  summary:
    "Import cases of a file into a set, or into a new one. Without write it only says what it understands.",
  body,
  reply: imported,
  async handle({ body: asked, parts }) {
    const found = understand(asked);
    const taken = await takenIds(asked.into, parts);
    const cases = found.cases.map((evalCase) => ({
      evalId: evalCase.evalId,
      first: firstLine(evalCase),
      turns: evalCase.conversation?.length ?? 0,
      tools: (evalCase.conversation ?? []).flatMap(toolCallsOf).map(({ name }) => name ?? ""),
      isTaken: taken.has(evalCase.evalId),
    }));
    const { evalSetId, problems, warnings } = found;
    const preview = { evalSetId, cases, problems, warnings };
    if (!asked.write) return preview;
    const fresh = found.cases.filter(({ evalId }) => !taken.has(evalId));
    if (fresh.length === 0) {
      throw errorFromProblems("eval-set/empty", [
        { message: "There is no new case in this file.", hint: "Nothing was written." },
        ...problems,
      ]);
    }
    return { ...preview, written: await write(fresh, asked, parts) };
  },
});

interface Understood {
  readonly evalSetId: string;
  readonly cases: readonly EvalCase[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

function understand({
  fileName,
  text,
}: {
  readonly fileName: string;
  readonly text: string;
}): Understood {
  const stem = fileName
    .replace(/^.*[/\\]/, "")
    .replace(/(\.evalset|\.test)?\.(json|jsonl|ndjson|csv|tsv)$/i, "");
  const evalSetId = stem.replace(/[^A-Za-z0-9_.-]+/g, "_").slice(0, 100) || "imported";
  const traced = /\.(csv|tsv)$/i.test(fileName) ? undefined : casesFromTraceText(text);
  if (traced !== undefined) {
    const warnings = traced.warnings.map((message) => ({ message }));
    return { evalSetId, cases: withFreeIds(traced.cases), problems: traced.problems, warnings };
  }
  const readTable = /\.(csv|tsv)$/i.test(fileName) ? readCsv : readRows;
  if (/\.(jsonl|ndjson|csv|tsv)$/i.test(fileName)) {
    const { cases, problems, unused } = readTable(text);
    const warnings = [...unused].map(([key, count]) => ({
      message: `Nothing was made of ${JSON.stringify(key)}, which ${count === 1 ? "1 line has" : `${count} lines have`}.`,
    }));
    return { evalSetId, cases: withFreeIds(cases), problems, warnings };
  }
  try {
    const { evalSet, problems, duplicates, warnings } = parseEvalSet(text, { file: fileName });
    const cases = problems.length > 0 ? [] : evalSet.evalCases;
    return {
      evalSetId,
      cases: withFreeIds(cases),
      problems,
      warnings: [...duplicates, ...warnings],
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const { message, hint, place } = error;
    return { evalSetId, cases: [], problems: [{ message, hint, place }], warnings: [] };
  }
}

/** Two of one id could not be told apart in results. */
function withFreeIds(cases: readonly EvalCase[]): readonly EvalCase[] {
  const taken = new Set<string>();
  return cases.map((evalCase) => {
    let { evalId } = evalCase;
    for (let count = 2; taken.has(evalId); count += 1) evalId = `${evalCase.evalId}_${count}`;
    taken.add(evalId);
    return { ...evalCase, evalId };
  });
}

async function takenIds(
  into: string | undefined,
  parts: ServerParts,
): Promise<ReadonlySet<string | undefined>> {
  if (into === undefined) return new Set();
  const { cases } = await parts.sets.read(findSet(into, parts));
  return new Set(cases.map(({ evalId }) => evalId));
}

async function write(
  fresh: readonly EvalCase[],
  { create, into }: z.output<typeof body>,
  parts: ServerParts,
) {
  if ((create === undefined) === (into === undefined)) {
    throw new UserFacingError("cli/usage", "Cases are imported into a set, or into a new one.", {
      hint: "Give one of create and into.",
    });
  }
  const made = create === undefined ? undefined : await createSet(create, parts);
  const set = findSet(made?.id ?? into ?? "", parts);
  const change = await editSet(parts, set, {
    ifMatch: undefined,
    edit: (text) =>
      editCaseList(
        text,
        (cases) => [[...cases.map(({ written }) => written), ...fresh.map(caseJsonOf)]],
        set.path,
      ),
  });
  const before = made === undefined ? change.before : undefined;
  const { undo } = parts.sets.changed([{ ...change, before }]);
  return { id: set.id, undo, count: fresh.length };
}

function firstLine({ conversation, conversationScenario }: EvalCase): string {
  const said = conversationScenario?.startingPrompt ?? textOf(conversation?.[0]?.userContent) ?? "";
  return said.split("\n", 1)[0]?.slice(0, 140) ?? "";
}
