import { createHash } from "node:crypto";
import { type Problem, UserFacingError } from "../core/errors.ts";
import type { EvalCase, EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import { announceLargeFile } from "../files/before-large-file.ts";
import { decodeUtf8 } from "../files/decode-utf8.ts";
import { openForReading, readOpen } from "../files/read-bytes.ts";
import { unreadable } from "../files/unreadable.ts";
import { CaseMentions } from "./reading/case-mentions.ts";
import { type EvalSetReading, readEvalSet } from "./reading/read-eval-set.ts";
import { streamEvalSet } from "./reading/stream-eval-set.ts";

/** The cases of an eval set, one by one: a run never needs to hold them all. */
export interface EvalSetSource {
  readonly header: EvalSetHeader;
  readonly path?: string | undefined;
  readonly caseIds: readonly string[];
  /** Changes whenever the content of one of these cases does. */
  hashOf(indices: readonly number[]): string;
  read(index: number): EvalCase | Promise<EvalCase>;
  tagsOf(index: number): readonly string[];
  /** Why the case is in quarantine; undefined where it is not. */
  quarantineOf(index: number): string | undefined;
  /** Whether a simulated user has to play the case. */
  isScenario(index: number): boolean;
  /** What its cases speak of that only a config or an agent gives a meaning. */
  mentions(): CaseMentions;
  readonly warnings: readonly Problem[];
  readonly adkIncompatibilities: readonly Problem[];
}

interface OpenOptions {
  /** How messages call the file; its path unless given. */
  readonly name?: string | undefined;
  /** Files of so many bytes and more are not kept in memory. */
  readonly streamFrom?: number | undefined;
}

const megabyte = 1 << 20;

/** Opens an eval-set file. Every case is checked now, so that mistakes surface before the first token is spent. */
export async function openEvalSet(path: string, options: OpenOptions = {}): Promise<EvalSetSource> {
  const name = options.name ?? path;
  const file = await openForReading(path, name).catch((cause) => {
    throw notOpened(name, cause);
  });
  try {
    const { size } = await file.stat();
    if (size >= (options.streamFrom ?? 8 * megabyte)) {
      const streamed = await streamEvalSet(file, { path, name });
      if (streamed !== undefined) return streamed;
    }
    const bytes = await readOpen(file, name);
    const text = decodeUtf8(bytes, name, "eval-set/invalid");
    if (bytes.length > megabyte) {
      announceLargeFile();
      // nobody else takes this memory back before the run is over; that of small files is shared
      if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0);
    }
    const reading = readEvalSet(text, { file: name });
    return evalSetSource(reading.evalSet, { path, reading });
  } catch (cause) {
    throw notOpened(name, cause);
  } finally {
    await file.close();
  }
}

interface SourceOptions {
  readonly path?: string | undefined;
  readonly reading?: EvalSetReading | undefined;
}

const HASHED_AT_ONCE = 1 << 16;

const noTags: readonly string[] = [];

/** An eval set in memory, as a source. */
export function evalSetSource(evalSet: EvalSet, options: SourceOptions = {}): EvalSetSource {
  const { evalCases, ...header } = evalSet;
  let mentions: CaseMentions | undefined;
  return {
    header,
    path: options.path,
    caseIds: evalCases.map((each) => each.evalId),
    hashOf(indices) {
      const hash = createHash("sha256");
      let text = "";
      for (const index of indices) {
        text += `${JSON.stringify(at(evalCases, index))}\n`;
        // a call of the hash costs more than hashing one case
        if (text.length > HASHED_AT_ONCE) {
          hash.update(text);
          text = "";
        }
      }
      return hash.update(text).digest("hex");
    },
    read: (index) => at(evalCases, index),
    tagsOf: (index) => evalCases[index]?.assay?.tags ?? noTags,
    quarantineOf: (index) => evalCases[index]?.assay?.quarantine,
    isScenario: (index) => evalCases[index]?.conversationScenario !== undefined,
    mentions() {
      mentions ??= mentionsOf(evalCases);
      return mentions;
    },
    warnings: options.reading?.warnings ?? [],
    adkIncompatibilities: options.reading?.adkIncompatibilities ?? [],
  };
}

function mentionsOf(evalCases: readonly EvalCase[]): CaseMentions {
  const mentions = new CaseMentions();
  for (const [index, evalCase] of evalCases.entries()) mentions.add(evalCase, index);
  return mentions;
}

function at(evalCases: readonly EvalCase[], index: number): EvalCase {
  const found = evalCases[index];
  if (found === undefined) throw new RangeError(`there is no case ${index} of ${evalCases.length}`);
  return found;
}

function notOpened(name: string, cause: unknown): unknown {
  if ((cause as NodeJS.ErrnoException).code !== "ENOENT") return unreadable(cause, { name });
  return new UserFacingError("eval-set/not-found", `There is no file ${name}.`, {
    hint: "Check the path; it is relative to the folder you run the command in.",
    cause,
  });
}
