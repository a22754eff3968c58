import { UserFacingError } from "../../core/errors.ts";
import { formatJson } from "../../core/json/format-json.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { shellWord } from "../../core/text/shell-word.ts";
import { readEvalSet } from "../reading/read-eval-set.ts";
import { writeEvalSet } from "../write-eval-set.ts";

interface FormatOptions {
  /** For messages. */
  readonly file: string;
  /** As ADK reads it: strict JSON in ADK's own form, without comments and shorthand. */
  readonly strict: boolean;
}

export interface Formatted {
  readonly text: string;
  /** Comments that strict JSON cannot hold. */
  readonly lostComments: number;
}

/** An eval set laid out by one rule. Its comments and shorthand stay, unless it is to be strict. */
export function formatEvalSet(text: string, { file, strict }: FormatOptions): Formatted {
  const { evalSet } = readEvalSet(text, { file, duplicates: "allow" });
  const { value, extended } = parseJsonText(text);
  if (!strict) return { text: formatJson(text), lostComments: 0 };
  if (Array.isArray(value)) {
    throw new UserFacingError("eval-set/invalid", `${file} is in an old format.`, {
      hint: `Make an eval set of it:  assay eval-set migrate ${shellWord(file)} NEW.evalset.json`,
    });
  }
  const comments = extended.filter((each) => each.what === "comment").length;
  return { text: `${writeEvalSet(evalSet, { keepEmpty: true })}\n`, lostComments: comments };
}
