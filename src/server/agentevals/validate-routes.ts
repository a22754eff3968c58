import { Hono } from "hono";
import { isUserFacingError, type Problem } from "../../core/errors.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import { RequestProblem, reply } from "./reply.ts";
import { readForm, type Upload } from "./uploads.ts";

/** Whether a file is an eval set, and what is wrong with it. */
export function validateRoutes(): Hono {
  return new Hono().post("/validate/eval-set", async (c) => {
    const form = await readForm(c);
    const [file] = await form.files("eval_set_file");
    if (file === undefined) throw new RequestProblem(400, "eval_set_file is missing.");
    return reply(c, validation(file));
  });
}

function validation({ bytes }: Upload) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const { evalSet } = readEvalSet(text);
    const { evalSetId, evalCases } = evalSet;
    return { valid: true, evalSetId, numCases: evalCases.length, errors: [], problems: [] };
  } catch (error) {
    const problems = problemsOf(error);
    const errors = problems.map(errorText);
    return {
      valid: false,
      evalSetId: null,
      numCases: null,
      errors,
      problems: problems.map(placed),
    };
  }
}

function problemsOf(error: unknown): readonly Problem[] {
  if (isUserFacingError(error)) return [error, ...error.others];
  if (error instanceof TypeError) return [{ message: "The file is not UTF-8." }];
  throw error;
}

function errorText({ message, place }: Problem): string {
  return place?.line === undefined
    ? message
    : `line ${place.line}, column ${place.column}: ${message}`;
}

function placed({ message, hint, place }: Problem) {
  const { line = null, column = null, path = null } = place ?? {};
  return { message, hint: hint ?? null, line, column, path };
}
