import { type Context, createContext, Script } from "node:vm";

/** A pattern that somebody wrote in a file, made safe to run: it answers, or says that it took too long. */
export interface BoundedRegex {
  test(text: string): boolean | "timeout";
}

const timeoutMilliseconds = 100;

/** Compiles a pattern that `checkPattern` accepts; throws on any other. */
export function boundedRegex(pattern: string, flags = ""): BoundedRegex {
  const regex = new RegExp(pattern, flags);
  const growth = growthOf(pattern);
  return {
    test(text) {
      // patterns with the flags g and y go on where they stopped
      regex.lastIndex = 0;
      return isQuick(growth, text) ? regex.test(text) : testWithin(regex, text);
    },
  };
}

/** What is wrong with a pattern, in a sentence; undefined when it can be used. */
export function checkPattern(pattern: string, flags = ""): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, "") : String(error);
    return `The pattern ${JSON.stringify(pattern)} is not a regular expression: ${reason}.`;
  }
}

/** How the work of a pattern grows with its text; undefined when that may be without bound. */
interface Growth {
  readonly choices: number;
  readonly largestCount: number;
}

/**
 * A quantifier on a group lets choices multiply without end. Elsewhere every quantifier and every bar is one choice,
 * taken at most once per place and per outcome of the choices before it, so the work is a power of the text's length.
 */
function growthOf(pattern: string): Growth | undefined {
  if (/\)[*+?{]/.test(pattern)) return undefined;
  const counts = pattern.match(/\d+/g) ?? [];
  return {
    choices: pattern.match(/[*+?{|]/g)?.length ?? 0,
    largestCount: Math.max(2, ...counts.map(Number)),
  };
}

/** Worth knowing, since an interruptible test costs some hundred times a plain one. */
function isQuick(growth: Growth | undefined, text: string): boolean {
  if (growth === undefined) return false;
  return Math.max(text.length, growth.largestCount) ** (growth.choices + 1) <= 1_000_000;
}

let sandbox: { readonly context: Context; readonly script: Script } | undefined;

/** A script's time limit is the one way to interrupt a regular expression that runs on this thread. */
function testWithin(regex: RegExp, text: string): boolean | "timeout" {
  sandbox ??= { context: createContext({}), script: new Script("regex.test(text)") };
  const { context, script } = sandbox;
  context.regex = regex;
  context.text = text;
  try {
    return script.runInContext(context, { timeout: timeoutMilliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return "timeout";
    throw error;
  }
}
