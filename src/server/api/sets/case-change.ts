import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import {
  editCaseList,
  rewritten,
  type WrittenCase,
} from "../../../eval-sets/editing/edit-case-list.ts";
import { route } from "../route.ts";
import { editSet } from "./change-set.ts";
import { placeOfCase } from "./find-case.ts";
import { caseJsonOf, readSentCase } from "./read-case.ts";
import { findSet } from "./set-files.ts";
import { caseJson, changed, problem } from "./set-shapes.ts";

const sent = z.strictObject({
  /** As data, in the form of a file. */
  case: caseJson.optional(),
  /** Or as text, so that mistakes are told with their lines in it. */
  text: z.string().optional(),
});

const saved = changed.extend({ evalId: z.string(), warnings: z.array(problem).readonly() });

export const caseAdd = route({
  summary: "Add a case to an eval set. The rest of the file stays as it was written.",
  body: sent.extend({
    /** Before which place, from 0; at the end unless given. */
    at: z.number().int().min(0).optional(),
  }),
  reply: saved,
  status: 201,
  async handle({ params, body, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    const { evalCase, warnings } = readSentCase(body);
    const change = await editSet(parts, set, {
      ifMatch,
      edit: (text) =>
        editCaseList(
          text,
          (cases) => {
            refuseTaken(cases, evalCase, set.path);
            const list = cases.map(({ written }) => written);
            return [list.toSpliced(body.at ?? list.length, 0, caseJsonOf(evalCase))];
          },
          set.path,
        ),
    });
    return { ...parts.sets.changed([change]), evalId: evalCase.evalId, warnings };
  },
});

export const caseSave = route({
  summary:
    "Write a case in place of the one that is there. With If-Match it is refused (409) where the file changed since.",
  body: sent,
  reply: saved,
  async handle({ params, body, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    const { evalCase, warnings } = readSentCase(body);
    const change = await editSet(parts, set, {
      ifMatch,
      edit: (text) =>
        editCaseList(
          text,
          (cases) => {
            const at = placeOfCase(cases, params.case ?? "", set.path);
            refuseTaken(cases.toSpliced(at, 1), evalCase, set.path);
            const list = cases.map(({ written }) => written);
            return [list.with(at, rewritten(cases[at] as WrittenCase, evalCase))];
          },
          set.path,
        ),
    });
    return { ...parts.sets.changed([change]), evalId: evalCase.evalId, warnings };
  },
});

export const caseDelete = route({
  summary: "Delete a case. What it answers can be sent to POST /sets/undo.",
  reply: changed,
  async handle({ params, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    const change = await editSet(parts, set, {
      ifMatch,
      edit: (text) =>
        editCaseList(
          text,
          (cases) => {
            const at = placeOfCase(cases, params.case ?? "", set.path);
            return [cases.map(({ written }) => written).toSpliced(at, 1)];
          },
          set.path,
        ),
    });
    return parts.sets.changed([change]);
  },
});

export function refuseTaken(
  cases: readonly WrittenCase[],
  { evalId }: Pick<EvalCase, "evalId">,
  path: string,
): void {
  if (evalId.trim() === "") {
    throw new UserFacingError("name/invalid", "A case needs an id.", {
      hint: "Give it a short name, such as refund_an_order.",
    });
  }
  if (!cases.some((each) => each.evalId === evalId)) return;
  throw new UserFacingError(
    "eval-set/duplicate",
    `${path} already has a case ${JSON.stringify(evalId)}.`,
    { hint: "Choose another id." },
  );
}
