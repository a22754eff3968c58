/**
 * The first version of Standard Schema (standardschema.dev), as much as we use of it: what zod, valibot, arktype and our own
 * schemas have in common. Written down here, so that nothing has to be installed for it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": StandardProps<Input, Output>;
}

export interface StandardProps<Input = unknown, Output = Input> {
  readonly version: 1;
  readonly vendor: string;
  readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  /** In newer versions of libraries: the same as JSON Schema. */
  readonly jsonSchema?:
    | { readonly input: (options: { readonly target: "draft-2020-12" }) => unknown }
    | undefined;
  /** Only for types. */
  readonly types?: { readonly input: Input; readonly output: Output } | undefined;
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Whether a value is a schema of any library. Those of arktype are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
  const isHolder = (typeof value === "object" && value !== null) || typeof value === "function";
  if (!isHolder) return false;
  const props = (value as Partial<StandardSchema>)["~standard"];
  return typeof props === "object" && props !== null && typeof props.validate === "function";
}
