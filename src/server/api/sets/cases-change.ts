import { z } from "zod";
import type { CaseSettings } from "../../../core/case-settings.ts";
import { UserFacingError } from "../../../core/errors.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import {
  editCaseList,
  rewritten,
  type WrittenCase,
} from "../../../eval-sets/editing/edit-case-list.ts";
import { route } from "../route.ts";
import { refuseTaken } from "./case-change.ts";
import { editSet } from "./change-set.ts";
import { placeOfCase } from "./find-case.ts";
import { caseJsonOf } from "./read-case.ts";
import { findSet, type SetFile } from "./set-files.ts";
import { changed } from "./set-shapes.ts";

const cases = z.array(z.string()).min(1);

const action = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("tag"),
    cases,
    add: z.array(z.string()),
    remove: z.array(z.string()),
  }),
  z.strictObject({
    action: z.literal("quarantine"),
    cases,
    reason: z.string().trim().min(1).max(500),
  }),
  z.strictObject({ action: z.literal("release"), cases }),
  z.strictObject({ action: z.literal("duplicate"), cases }),
  z.strictObject({ action: z.literal("delete"), cases }),
  z.strictObject({ action: z.literal("move"), cases, to: z.string() }),
]);

type Action = z.output<typeof action>;

const inPlace: ReadonlySet<Action["action"]> = new Set(["tag", "quarantine", "release"]);

export const casesChange = route({
  summary:
    "Tag, quarantine, release, duplicate, delete or move several cases at once: all of them, or none.",
  body: action,
  reply: changed.extend({ evalIds: z.array(z.string()).readonly() }),
  async handle({ params, body, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    if (body.action === "move") {
      const target = findSet(body.to, parts);
      if (target.file === set.file) {
        throw new UserFacingError("cli/usage", "The cases are in this set already.", {
          hint: "Choose another set.",
        });
      }
      const { cases: all } = await parts.sets.read(set);
      const moved = body.cases.map((id) => all[placeOfCase(all, id, set.path)] as WrittenCase);
      // first there, so that a case is never nowhere
      const there = await editSet(parts, target, {
        ifMatch: undefined,
        edit: adding(moved, target),
      });
      const here = await editSet(parts, set, { ifMatch, edit: editing(body, set) }).catch(
        async (error: unknown) => {
          await editSet(parts, target, {
            ifMatch: undefined,
            edit: (text) => (text === there.after ? (there.before ?? text) : text),
          });
          throw error;
        },
      );
      return { ...parts.sets.changed([here, there]), evalIds: body.cases };
    }
    const made: string[] = [];
    const change = await editSet(parts, set, { ifMatch, edit: editing(body, set, made) });
    return { ...parts.sets.changed([change]), evalIds: made };
  },
});

function adding(moved: readonly WrittenCase[], { path }: SetFile): (text: string) => string {
  return (text) =>
    editCaseList(
      text,
      (list) => {
        for (const { evalId = "" } of moved) refuseTaken(list, { evalId }, path);
        return [[...list, ...moved].map(({ written }) => written)];
      },
      path,
    );
}

/** One case after the other, so that comments and layout of the others stay where they are. */
function editing(body: Action, { path }: SetFile, made: string[] = []): (text: string) => string {
  return (text) =>
    editCaseList(
      text,
      (list) => {
        made.length = 0;
        const steps: (readonly unknown[])[] = [];
        let now = list;
        for (const id of body.cases) {
          const at = placeOfCase(now, id, path);
          now = changedAt(now, at, body, made);
          steps.push(now.map(({ written }) => written));
        }
        // in place of what was there, nothing moves
        return inPlace.has(body.action) ? steps.slice(-1) : steps;
      },
      path,
    );
}

function changedAt(
  list: readonly WrittenCase[],
  at: number,
  body: Action,
  made: string[],
): readonly WrittenCase[] {
  const found = list[at] as WrittenCase;
  switch (body.action) {
    case "delete":
    case "move":
      made.push(found.evalId ?? "");
      return list.toSpliced(at, 1);
    case "duplicate": {
      const evalCase = needReadable(found);
      const copy = { ...evalCase, evalId: freeId(evalCase.evalId, list) };
      made.push(copy.evalId);
      const written = renamed(found.written, copy) ?? caseJsonOf(copy);
      return list.toSpliced(at + 1, 0, { evalId: copy.evalId, evalCase: copy, written });
    }
    case "tag":
      return edited(list, at, { made, edit: (evalCase) => withTags(evalCase, body) });
    case "quarantine":
      return edited(list, at, { made, edit: (each) => withQuarantine(each, body.reason) });
    case "release":
      return edited(list, at, { made, edit: (each) => withQuarantine(each) });
  }
}

interface Edit {
  readonly made: string[];
  readonly edit: (evalCase: EvalCase) => EvalCase;
}

function edited(
  list: readonly WrittenCase[],
  at: number,
  { made, edit }: Edit,
): readonly WrittenCase[] {
  const found = list[at] as WrittenCase;
  const evalCase = needReadable(found);
  made.push(evalCase.evalId);
  const next = edit(evalCase);
  return list.with(at, { ...found, evalCase: next, written: rewritten(found, next) });
}

function needReadable({ evalId, evalCase }: WrittenCase): EvalCase {
  if (evalCase !== undefined) return evalCase;
  throw new UserFacingError(
    "eval-set/invalid",
    `The case ${evalId ?? "without an id"} cannot be read.`,
    {
      hint: "Mend it in its JSON first.",
    },
  );
}

/** Its author's spelling goes along. */
function renamed(written: unknown, { evalId }: EvalCase): unknown {
  if (typeof written !== "object" || written === null) return undefined;
  const key = "evalId" in written ? "evalId" : "eval_id";
  return { ...written, [key]: evalId };
}

function freeId(evalId: string, list: readonly WrittenCase[]): string {
  const taken = new Set(list.map((each) => each.evalId));
  const stem = evalId.replace(/_copy\d*$/, "");
  for (let count = 1; ; count += 1) {
    const id = `${stem}_copy${count === 1 ? "" : count}`;
    if (!taken.has(id)) return id;
  }
}

function withTags(
  evalCase: EvalCase,
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): EvalCase {
  const before = evalCase.assay?.tags ?? [];
  const tags = [...new Set([...before, ...add])].filter((tag) => !remove.includes(tag));
  const { tags: _, ...rest } = evalCase.assay ?? {};
  return withSettings(evalCase, tags.length > 0 ? { ...rest, tags } : rest);
}

/** Without a reason it is released. */
function withQuarantine(evalCase: EvalCase, reason?: string): EvalCase {
  const { quarantine: _, ...rest } = evalCase.assay ?? {};
  return withSettings(evalCase, reason === undefined ? rest : { ...rest, quarantine: reason });
}

function withSettings(evalCase: EvalCase, assay: CaseSettings): EvalCase {
  const isEmpty = Object.keys(assay).length === 0;
  return { ...evalCase, assay: isEmpty ? undefined : assay };
}
