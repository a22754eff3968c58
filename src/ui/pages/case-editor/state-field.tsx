import { useId, useState } from "react";
import { sameJson } from "../../../core/json/json-edit.ts";
import type { Json } from "./edits/case-json.ts";

interface StateFieldProps {
  readonly title: string;
  readonly value: Json | undefined;
  readonly placeholder: string;
  /** Undefined: nothing is said of it. */
  readonly onChange: (value: Json | undefined) => void;
}

/** An object as JSON. What cannot be read yet stays as it is typed, and changes nothing. */
export function StateField({ title, value, placeholder, onChange }: StateFieldProps) {
  const [typed, setTyped] = useState<string>();
  const id = useId();
  const read = typed === undefined ? undefined : parse(typed);
  const isStale =
    read !== undefined && read !== "wrong" && !sameJson(read.value ?? null, value ?? null);
  const text = typed === undefined || isStale ? shown(value) : typed;
  const isWrong = read === "wrong";
  return (
    <section className="sect">
      <h2>
        <label htmlFor={id}>{title}</label>
      </h2>
      <textarea
        id={id}
        className="val mono"
        rows={1}
        spellCheck={false}
        placeholder={placeholder}
        aria-invalid={isWrong}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          const next = parse(target.value);
          if (next !== "wrong") onChange(next.value);
        }}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      {isWrong && (
        <p className="small t-warn" role="alert">
          This is not a JSON object yet; it is not saved.
        </p>
      )}
    </section>
  );
}

function shown(value: Json | undefined): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

function parse(text: string): { readonly value: Json | undefined } | "wrong" {
  if (text.trim() === "") return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? { value: value as Json } : "wrong";
  } catch {
    return "wrong";
  }
}
