import { parseDocument } from "yaml";
import {
  type ErrorCode,
  errorFromProblems,
  type Problem,
  UserFacingError,
} from "../../core/errors.ts";
import { Lines, type Span } from "../../core/json/excerpt.ts";
import { placeAt } from "../../core/json/json-place.ts";
import { pathText, type SchemaProblem } from "../../core/schema/parse-context.ts";
import { outOfBounds } from "./yaml-bounds.ts";
import { yamlSpan } from "./yaml-place.ts";

/** A YAML text that was read, and where in it things stand. */
interface YamlText {
  readonly value: unknown;
  /** Gives the remarks of a reading their places. */
  locate(problems: readonly SchemaProblem[]): readonly Problem[];
}

const LARGEST = 1_000_000;

/** Reads YAML 1.2 by its core schema: plain data, no tags, no merge keys, nothing that unfolds to much more than was written. */
export function readYaml(text: string, { file, code }: { file: string; code: ErrorCode }) {
  if (text.length > LARGEST) {
    throw new UserFacingError(code, `${file} is longer than 1 MB.`, {
      hint: "A config names what to measure by; keep data in files of its own.",
      place: { file },
    });
  }
  const lines = new Lines(text);
  const at = (span: Span) => placeAt(lines, span, { file });
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    merge: false,
    prettyErrors: false,
    logLevel: "error",
  });
  // a warning tells of a tag that nobody knows: what it stands for is not read as something else
  const mistakes = [...document.errors, ...document.warnings].map(({ message, pos }) => ({
    message: `${file} is no valid YAML: ${message.replace(/\.?$/, ".")}`,
    hint: "A text with special characters belongs into quotes.",
    place: at({ start: pos[0], end: pos[1] }),
  }));
  if (mistakes.length > 0) throw errorFromProblems(code, mistakes);
  const refused = outOfBounds(document);
  if (refused !== undefined) {
    const { message, hint, offset: start } = refused;
    const place = at({ start, end: start + 1 });
    throw new UserFacingError(code, `${file} ${message}`, { hint, place });
  }
  const yaml: YamlText = {
    value: document.toJS(),
    locate: (problems) =>
      problems.map(({ path, message, hint, mark }) => ({
        message,
        hint,
        place: {
          ...at(yamlSpan(document, path, mark)),
          path: path.length === 0 ? undefined : pathText(path),
        },
      })),
  };
  return yaml;
}
