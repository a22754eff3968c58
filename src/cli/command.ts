import type { Reporter } from "../core/reporter.ts";
import type { Project } from "../project/assay-config/read-project.ts";

/**
 * One row of the table of commands. Parsing, `--help` and docs/reference/cli.md are all made from it.
 * `load` is only called when the command runs, so that help never pays for it.
 */
export interface CommandSpec {
  /** Words after `assay`, such as `eval` or `eval-set create`. */
  readonly name: string;
  /** Other spellings of the whole name, such as `eval_set create`. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  readonly examples?: readonly string[];
  readonly load: () => Promise<(input: CommandInput) => Promise<number>>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required?: boolean;
  readonly many?: boolean;
}

export interface OptionSpec {
  /** Canonical long name without dashes, such as `config_file_path`. Dashes and underscores are interchangeable when typed. */
  readonly name: string;
  readonly short?: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Undefined: a switch. `[RUN]` in brackets: the value may be left out. */
  readonly value?: string;
  readonly many?: boolean;
  readonly default?: string;
}

export interface CommandInput {
  readonly arguments: readonly string[];
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly terminal: Terminal;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As typed, for the run's record. */
  readonly argv: readonly string[];
  /** The project config of the folder, for commands that it says something to. */
  readonly project?: Project | undefined;
  /** Whether the environment or the project config said `store`, as they say it to the next command, too. */
  readonly hasUsualStore?: boolean;
  /** Reporters in code, beside those that the options name. */
  readonly reporters?: readonly Reporter[] | undefined;
}

export type OptionValue = string | boolean | readonly string[] | undefined;

/** Our own way to the two streams; whatever an agent prints goes elsewhere. */
export interface Terminal {
  write(text: string): void;
  warn(text: string): void;
  /** To standard error without any buffer, for last words. */
  writeNow(text: string): void;
  /** True when standard output is an interactive terminal. */
  readonly interactive: boolean;
  readonly colour: boolean;
  readonly errorColour: boolean;
  readonly columns: number;
}
