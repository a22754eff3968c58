/** A schema of draft 2020-12, or true or false. */
export type JsonSchemaValue = boolean | Readonly<Record<string, unknown>>;

/** Checks one keyword; a sentence when it does not hold. */
export type KeywordCheck = (rule: unknown, value: unknown, at: SchemaPlace) => string | undefined;

/** Where a check stands: in the value, and in the schema. */
export interface SchemaPlace {
  /** In the value, as people write it; empty for the whole of it. */
  readonly path: string;
  /** The keywords beside the one that is checked. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly root: JsonSchemaValue;
  /** Checks a part of the value, or the same one, by another schema. */
  check(schema: unknown, value: unknown, path: string): string | undefined;
  matches(pattern: string, text: string): boolean;
}

/** Names the place a violation is at. */
export function placeOf(path: string): string {
  return path === "" ? "The answer" : path;
}
