import { createContext, Script } from "node:vm";
import type { Schema, ValidationResult } from "@cfworker/json-schema";
import { forChecking, type JsonSchemaValue } from "./json-schema-keywords.ts";
import { violationSentence } from "./json-schema-sentence.ts";

/** What first breaks the schema, in a sentence; undefined when the value is as it says. */
export type CheckSchema = (value: unknown) => string | undefined;

/**
 * Readies a schema that `schemaMistake` accepts. The validator interprets it, so nothing in it becomes code; it is loaded
 * by those who check a schema and by nobody else.
 */
export async function loadSchemaCheck(schema: JsonSchemaValue): Promise<CheckSchema> {
  const { dereference, validate } = await import("@cfworker/json-schema");
  const root = forChecking(schema) as Schema | boolean;
  const lookup = dereference(root as Schema);
  const check = (part: unknown, by: Schema | boolean): ValidationResult =>
    validate(part, by, "2020-12", lookup);
  const mayTakeLong = takesTime.test(JSON.stringify(root));
  let patience = 1000;
  return (value) => {
    const run = () => {
      const { errors } = check(value, root);
      return errors.length === 0
        ? undefined
        : violationSentence(errors, { root, base: root, value, check });
    };
    if (!mayTakeLong) return followed(run);
    try {
      return within(patience, run);
    } catch (error) {
      // a busy machine is no reason to give up at once; what has proved endless is given up sooner
      if (error instanceof EndlessSchema) patience = 100;
      throw error;
    }
  };
}

/** Patterns and references are the ways for a short schema to ask for endless work. */
const takesTime = /"(?:\$ref|pattern|patternProperties|format|uniqueItems)":/;

class EndlessSchema extends Error {
  constructor(milliseconds: number) {
    super(`the schema took longer than ${milliseconds} ms; a pattern in it may be why`);
  }
}

let sandbox: { readonly context: { run?: unknown }; readonly script: Script } | undefined;

/** A script's time limit is the one way to interrupt work on this thread. */
function within<T>(milliseconds: number, run: () => T): T {
  sandbox ??= { context: createContext({}), script: new Script("run()") };
  const { context, script } = sandbox;
  context.run = () => followed(run);
  try {
    return script.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    throw new EndlessSchema(milliseconds);
  } finally {
    context.run = undefined;
  }
}

function followed<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error("the schema refers to itself without end, or the answer is nested too deep");
  }
}
