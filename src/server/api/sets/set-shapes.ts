import { z } from "zod";

const place = z.object({
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  path: z.string().optional(),
  excerpt: z.string().optional(),
});

/** One mistake or remark: what is wrong, where, and what to do. */
export const problem = z.object({
  message: z.string(),
  hint: z.string().optional(),
  place: place.optional(),
});

/** What every change of files answers: the new tag, and the word by which it can be taken back. */
export const changed = z.object({
  /** Of the file as it stands now. */
  tag: z.string(),
  undo: z.string(),
});

/** A case in the form of a file, in snake_case: checked by the schema of eval sets, not here. */
export const caseJson = z.record(z.string(), z.unknown());
