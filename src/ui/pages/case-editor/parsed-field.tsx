import { useState } from "react";

interface ParsedFieldProps<T> {
  readonly label: string;
  readonly value: T;
  readonly text: (value: T) => string;
  readonly parse: (text: string) => T;
  readonly onChange: (value: T) => void;
}

/** A field whose text means a value. While somebody types, the text is theirs; afterwards it is the value's own. */
export function ParsedField<T>({ label, value, text, parse, onChange }: ParsedFieldProps<T>) {
  const [typed, setTyped] = useState<string>();
  return (
    <input
      className="val mono"
      aria-label={label}
      spellCheck={false}
      value={typed ?? text(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(parse(target.value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
