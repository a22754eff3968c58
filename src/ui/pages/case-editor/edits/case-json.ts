// The form of a file, in snake_case, as far as the editor knows it. What it does not know stays as it is.

export type Json = Readonly<Record<string, unknown>>;

export interface CaseJson extends Json {
  readonly eval_id: string;
  readonly conversation?: readonly TurnJson[];
  readonly conversation_scenario?: ScenarioJson;
  readonly session_input?: SessionJson;
  readonly rubrics?: readonly RubricJson[];
  readonly final_session_state?: Json;
  readonly assay?: SettingsJson;
}

export interface TurnJson extends Json {
  readonly user_content: ContentJson;
  readonly final_response?: ContentJson;
  readonly intermediate_data?: Json & { readonly tool_uses?: readonly CallJson[] };
  readonly rubrics?: readonly RubricJson[];
}

export interface ContentJson extends Json {
  readonly parts?: readonly (Json & { readonly text?: string })[];
}

export interface CallJson extends Json {
  readonly name?: string;
  readonly args?: Json;
}

export interface RubricJson extends Json {
  readonly rubric_id: string;
  readonly rubric_content: { readonly text_property: string };
}

export interface ScenarioJson extends Json {
  readonly starting_prompt: string;
  readonly conversation_plan: string;
  readonly user_persona?: string | Json;
}

interface SessionJson extends Json {
  readonly app_name: string;
  readonly user_id: string;
  readonly state?: Json;
}

export type MatchTypeJson = "EXACT" | "IN_ORDER" | "ANY_ORDER";

export interface SettingsJson extends Json {
  readonly tags?: readonly string[];
  readonly match_type?: MatchTypeJson;
  readonly ignore_args?: boolean;
  readonly args?: Readonly<Record<string, Readonly<Record<string, MatcherJson>>>>;
  readonly forbidden_tools?: readonly string[];
  readonly optional_tools?: readonly string[];
  readonly names_only?: Readonly<Record<string, readonly number[]>>;
  readonly skip?: readonly string[];
  readonly quarantine?: string | undefined;
}

export type MatcherJson =
  | { readonly equals: unknown }
  | { readonly ignore: true }
  | { readonly one_of: readonly unknown[] }
  | { readonly regex: string }
  | { readonly range: { readonly min?: number; readonly max?: number } }
  | { readonly subset: unknown }
  | { readonly semantic: true | string };

/** The texts of a content; undefined where it holds more than the form can show. */
export function plainText(content: ContentJson | undefined): string | undefined {
  const parts = content?.parts ?? [];
  if (parts.some((part) => typeof part.text !== "string" || Object.keys(part).length > 1)) {
    return undefined;
  }
  return parts.length > 1 ? undefined : (parts[0]?.text ?? "");
}

export function asContent(role: "user" | "model", text: string): ContentJson {
  return { parts: [{ text }], role };
}

/** Without a key whose value says nothing. */
export function without<T extends Json>(value: T, key: string): T {
  const { [key]: _, ...rest } = value;
  return rest as T;
}

/** With other settings; an empty object is left out. */
export function withSettings(draft: CaseJson, change: Partial<SettingsJson>): CaseJson {
  const merged = { ...draft.assay, ...change };
  const said = Object.entries(merged).filter(([, value]) => !isNothing(value));
  return said.length === 0
    ? without(draft, "assay")
    : { ...draft, assay: Object.fromEntries(said) as SettingsJson };
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
