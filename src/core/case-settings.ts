/**
 * What Assay adds to an eval case, under its key `assay`: tags, and how strictly this case is compared.
 * Settings of a case win over those of the config.
 */
export interface CaseSettings {
  readonly tags?: readonly string[] | undefined;
  /** How the trajectory of this case is matched, by the names of ADK's match types. */
  readonly matchType?: MatchType | undefined;
  readonly ignoreArgs?: boolean | undefined;
  /** Thresholds for this case only, by metric name. */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /** Argument matchers: tool name, or `*`, to argument name to matcher. */
  readonly args?: Readonly<Record<string, Readonly<Record<string, ArgMatcher>>>> | undefined;
  /** Tools that must not be called in this case. */
  readonly forbiddenTools?: readonly string[] | undefined;
  /** Tools whose calls are neither required nor counted as extra. */
  readonly optionalTools?: readonly string[] | undefined;
  /** Indices of `tool_uses` entries per turn that match by name only (the shorthand `"tool_name"`). */
  readonly namesOnly?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Metrics that are not asked about this case. */
  readonly skip?: readonly string[] | undefined;
  /** Why the case is left out of runs that do not name it; it stays in its set until it is released. */
  readonly quarantine?: string | undefined;
  /** Which turns metrics that look at them one by one are asked about: for all such metrics, or by metric name. */
  readonly turns?: TurnChoice | Readonly<Record<string, TurnChoice>> | undefined;
  /** What this case shares with others (a source, a user, a template): they are not independent of each other. */
  readonly cluster?: string | undefined;
  readonly timeoutSeconds?: number | undefined;
}

export type TurnChoice = "all" | "last";

export type MatchType = "EXACT" | "IN_ORDER" | "ANY_ORDER";

/** How one argument is compared. Exactly one key is set. */
export type ArgMatcher =
  | { readonly equals: unknown }
  | { readonly ignore: true }
  | { readonly oneOf: readonly unknown[] }
  | { readonly regex: string }
  | { readonly range: { readonly min?: number | undefined; readonly max?: number | undefined } }
  | { readonly subset: unknown }
  /** Compared by meaning, through a judge: with what the expected call says, or with these words. */
  | { readonly semantic: true | string };

/** What a judge is asked under about meanings, whichever metric came upon them: what one metric has asked, the next one need not. */
export const ARGUMENT_MEANING = "argument_meaning";

/** Whether any argument is compared by meaning, so that a judge is needed. */
export function comparesMeaning(args: CaseSettings["args"]): boolean {
  return Object.values(args ?? {}).some((own) =>
    Object.values(own).some((matcher) => "semantic" in matcher),
  );
}
