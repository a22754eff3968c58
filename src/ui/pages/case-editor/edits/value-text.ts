/** A value as it is typed: as JSON; what is no JSON is taken as text, so that quotes may be left out. */
export function parseValue(text: string): unknown {
  const given = text.trim();
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

export function valueText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

/** Values with commas between, as a JSON list without its brackets. */
export function parseValues(text: string): readonly unknown[] {
  try {
    return JSON.parse(`[${text}]`) as unknown[];
  } catch {
    return text
      .split(",")
      .map((each) => each.trim())
      .filter(Boolean)
      .map(parseValue);
  }
}

export function valuesText(values: readonly unknown[]): string {
  return values.map(valueText).join(", ");
}
