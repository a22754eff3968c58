import { withFileLock } from "../files/lock-file.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { writeWhole } from "../files/write-whole.ts";
import { type Question, questionKey } from "./judged-answers.ts";
import { type HumanLabel, readLabels } from "./read-labels.ts";

/** What a person says of an answer. */
export interface GivenLabel {
  readonly question: Question;
  /** Null takes away what was said before. */
  readonly label: HumanLabel["label"] | null;
  readonly at: string;
  /** Where the answer comes from. */
  readonly case: string;
}

/** Labels that are there already; none where there is no file yet. */
export async function labelsIn(path: string, file: string): Promise<readonly HumanLabel[]> {
  const text = await textIn(path);
  return text.trim() === "" ? [] : readLabels(text, file);
}

/**
 * Writes what a person says of an answer into a file of labels, in the place of what was said of it before. Other lines stay
 * as they are; a file with mistakes is not written.
 */
export async function writeLabel(path: string, file: string, given: GivenLabel): Promise<void> {
  await withFileLock(path, async () => {
    const text = await textIn(path);
    const key = questionKey(given.question);
    const known = text.trim() === "" ? [] : readLabels(text, file);
    const own = known.filter((each) => questionKey(each) === key).map(({ line }) => line);
    const lines = text.split("\n");
    const last = own.at(-1);
    if (given.label === null) {
      const kept = lines.filter((_, at) => !own.includes(at + 1));
      if (own.length > 0) await writeWhole(path, kept.join("\n"));
      return;
    }
    const line = JSON.stringify(lineOf(given));
    if (last !== undefined) await writeWhole(path, lines.with(last - 1, line).join("\n"));
    else
      await writeWhole(path, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`);
  });
}

function lineOf({ question, label, at, case: from }: GivenLabel): object {
  const { metric, user, answer, reference, rubric } = question;
  const beside = rubric === undefined ? { reference } : { rubric };
  return { metric, user, answer, ...beside, label, case: from, at };
}

async function textIn(path: string): Promise<string> {
  try {
    return await readTextFile(path, { what: "labels" });
  } catch (error) {
    if ((error as { cause?: NodeJS.ErrnoException }).cause?.code === "ENOENT") return "";
    throw error;
  }
}
