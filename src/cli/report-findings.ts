import { appendFile } from "node:fs/promises";
import type { Secret } from "../core/secrets/secret-mask.ts";
import { reportOutput } from "../reporters/report-output.ts";
import { paint } from "../reporters/text/paint.ts";
import { type SafeText, safeText } from "../reporters/text/safe-text.ts";
import type { DrawOptions } from "../reporters/text/trajectory-text.ts";
import { askedReports, isForPrograms, isOnOut } from "./arguments/asked-reports.ts";
import { typedStore } from "./arguments/store-option.ts";
import type { CommandInput } from "./command.ts";
import { jsonPieces } from "./text/json-pieces.ts";

/** What a command found out, in every form that it can be asked for. */
export interface Findings {
  readonly lines: (options: DrawOptions) => readonly string[];
  readonly json: unknown;
  readonly markdown: (say: SafeText) => string;
}

/** Where findings are written to. */
export interface FindingsReports {
  /** A sentence for people, before the findings. */
  note(sentence: string, secrets: readonly Secret[]): void;
  write(findings: Findings, secrets: readonly Secret[]): Promise<void>;
}

/** Refuses a report that cannot be written before anything is read. */
export async function openFindings(input: CommandInput): Promise<FindingsReports> {
  const { terminal, cwd, env } = input;
  const asked = askedReports(input);
  const isTaken = asked.some(isOnOut);
  const people = isTaken ? terminal.warn : terminal.write;
  const drawing = {
    paint: paint(isTaken ? terminal.errorColour : terminal.colour),
    columns: Math.min(120, Math.max(60, terminal.columns || 80)),
    store: typedStore(input),
  };
  const files = asked
    .filter(({ form }) => isForPrograms(form))
    .map(({ form, file }) => ({ form, output: reportOutput(file, { cwd, out: terminal.write }) }));
  for (const { output } of files) await output.check();
  const summary = asked.some(({ form }) => form === "github") ? env.GITHUB_STEP_SUMMARY : undefined;
  return {
    note: (sentence, secrets) => people(`\n  ${safeText(secrets).line(sentence)}\n`),
    async write({ lines, json, markdown }, secrets) {
      const say = safeText(secrets);
      people(`${lines({ say, ...drawing }).join("\n")}\n`);
      for (const { form, output } of files) {
        await output.write(async (write) => {
          if (form !== "json") return write(markdown(say));
          for (const piece of jsonPieces(json, say.json)) await write(piece);
          await write("\n");
        });
      }
      if (summary !== undefined && summary !== "") await appendFile(summary, markdown(say));
    },
  };
}
