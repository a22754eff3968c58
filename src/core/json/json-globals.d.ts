/** JSON source text access: in Node since 21, not yet in the ES2024 library types. */
interface RawJson {
  readonly rawJSON: string;
}

interface JSON {
  rawJSON(text: string): RawJson;
  isRawJSON(value: unknown): value is RawJson;
  parse(
    text: string,
    reviver: (
      this: unknown,
      key: string,
      value: unknown,
      context: { readonly source: string },
    ) => unknown,
  ): unknown;
}
