import { textContent } from "../../core/content.ts";
import { isUserFacingError, type Problem } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { isObject, ParseContext } from "../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../schema/eval-case-schema.ts";

/** Cases of a file with one JSON object a line, and what was not understood of it. */
export interface ReadRows {
  readonly cases: readonly EvalCase[];
  readonly problems: readonly Problem[];
  /** Keys that nothing was made of, with how many lines have them. */
  readonly unused: ReadonlyMap<string, number>;
}

const names = {
  id: ["id", "eval_id", "evalId", "name"],
  user: ["user", "input", "question", "query", "prompt"],
  answer: ["answer", "expected", "reference", "output", "expected_output", "ideal"],
  tools: ["tools", "tool_uses", "expected_tool_use", "expected_tools"],
  tags: ["tags"],
} as const;

/** Reads JSON lines: whole cases, or rows of a question and its answer under the names that people give them. */
export function readRows(text: string): ReadRows {
  const cases: EvalCase[] = [];
  const problems: Problem[] = [];
  const unused = new Map<string, number>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const place = { line: at + 1, column: 1 };
    try {
      const { value } = parseJsonText(line);
      const read = readRow(value, cases.length + 1, unused);
      if (typeof read === "string") problems.push({ message: read, place });
      else cases.push(read);
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      const column = error.place?.column ?? 1;
      problems.push({ message: error.message, hint: error.hint, place: { ...place, column } });
    }
  }
  return { cases, problems, unused };
}

/** A case, or why there is none. */
export function readRow(
  value: unknown,
  number: number,
  unused: Map<string, number>,
): EvalCase | string {
  if (!isObject(value)) return "A line has to be a JSON object.";
  const isWhole = ["conversation", "conversation_scenario", "conversationScenario"].some(
    (key) => key in value,
  );
  const context = new ParseContext("The line");
  const evalCase = evalCaseSchema.read(isWhole ? value : asCase(value, number, unused), context);
  return context.problems[0]?.message ?? evalCase;
}

type Row = Readonly<Record<string, unknown>>;

function asCase(row: Row, number: number, unused: Map<string, number>): unknown {
  const keyOf = (field: keyof typeof names) => names[field].find((key) => key in row);
  const used = new Set<string | undefined>();
  const take = (field: keyof typeof names) => {
    const key = keyOf(field);
    used.add(key);
    return key === undefined ? undefined : row[key];
  };
  const [id, user, answer, tools, tags] = [
    take("id"),
    take("user"),
    take("answer"),
    take("tools"),
    take("tags"),
  ];
  for (const key of Object.keys(row)) {
    if (!used.has(key)) unused.set(key, (unused.get(key) ?? 0) + 1);
  }
  if (user === undefined) return { eval_id: `${id ?? number}` };
  return {
    eval_id: id === undefined ? `case_${number}` : `${id}`,
    conversation: [
      {
        user_content: typeof user === "string" ? textContent("user", user) : user,
        ...(answer === undefined
          ? {}
          : { final_response: typeof answer === "string" ? textContent("model", answer) : answer }),
        ...(tools === undefined ? {} : { intermediate_data: { tool_uses: tools } }),
      },
    ],
    ...(tags === undefined ? {} : { assay: { tags } }),
  };
}
