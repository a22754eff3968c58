import { rm } from "node:fs/promises";
import { z } from "zod";
import { errorFromProblems } from "../../../core/errors.ts";
import { editJson } from "../../../core/json/json-edit.ts";
import { parseJsonText } from "../../../core/json/json-text.ts";
import { isObject } from "../../../core/schema/parse-context.ts";
import { shellWord } from "../../../core/text/shell-word.ts";
import { parseEvalSet } from "../../../eval-sets/reading/parse-eval-set.ts";
import { route } from "../route.ts";
import { editSet } from "./change-set.ts";
import { findSet } from "./set-files.ts";
import { changed } from "./set-shapes.ts";

export const setSave = route({
  summary: "Change what an eval set says of itself. Its cases stay as they were written.",
  body: z.strictObject({ name: z.string(), description: z.string() }),
  reply: changed,
  async handle({ params, body, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    const change = await editSet(parts, set, {
      ifMatch,
      edit: (text) => {
        const { value } = parseJsonText(text, { file: set.path, code: "eval-set/invalid" });
        if (!isObject(value)) {
          const { problems } = parseEvalSet(text, { file: set.path });
          throw errorFromProblems("eval-set/invalid", [...problems, inOldFormat(set.path)]);
        }
        return editJson(text, [], { ...value, ...given(value, body) });
      },
    });
    return parts.sets.changed([change]);
  },
});

function given(
  before: Readonly<Record<string, unknown>>,
  { name, description }: { readonly name: string; readonly description: string },
): Record<string, unknown> {
  const said = Object.entries({ name: name.trim(), description: description.trim() });
  // nothing is written where nothing stood and nothing was said
  return Object.fromEntries(said.filter(([key, text]) => text !== "" || key in before));
}

function inOldFormat(path: string) {
  return {
    message: `${path} is in an old format, which has no name.`,
    hint: `Make an eval set of it first:  assay eval-set migrate ${shellWord(path)} NEW.evalset.json`,
  };
}

export const setDelete = route({
  summary: "Delete an eval set. What it answers can be sent to POST /sets/undo.",
  reply: changed,
  async handle({ params, parts, ifMatch }) {
    const set = findSet(params.set ?? "", parts);
    // what stands there has to be what the caller has seen
    const { before } = await editSet(parts, set, { ifMatch, edit: (text) => text });
    await rm(set.file);
    return parts.sets.changed([{ file: set.file, path: set.path, before, after: undefined }]);
  },
});
