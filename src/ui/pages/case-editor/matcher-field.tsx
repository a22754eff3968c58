import type { MatcherJson } from "./edits/case-json.ts";
import { parseValue, parseValues, valuesText, valueText } from "./edits/value-text.ts";
import { ParsedField } from "./parsed-field.tsx";

interface MatcherFieldProps {
  readonly label: string;
  readonly matcher: MatcherJson | undefined;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
  readonly onMatcher: (matcher: MatcherJson) => void;
}

/** The value or values that an argument is compared with. */
export function MatcherField({ label, matcher, value, onValue, onMatcher }: MatcherFieldProps) {
  if (matcher === undefined || "equals" in matcher) {
    return (
      <ParsedField
        label={`${label}: value`}
        value={matcher === undefined ? value : matcher.equals}
        text={valueText}
        parse={parseValue}
        onChange={onValue}
      />
    );
  }
  if ("ignore" in matcher) return <span className="faint small">any value, or none</span>;
  if ("one_of" in matcher) {
    return (
      <ParsedField
        label={`${label}: values, with commas between`}
        value={matcher.one_of}
        text={valuesText}
        parse={parseValues}
        onChange={(values) => onMatcher({ one_of: values })}
      />
    );
  }
  if ("regex" in matcher) {
    return (
      <input
        className="val mono"
        aria-label={`${label}: regular expression`}
        spellCheck={false}
        value={matcher.regex}
        onChange={({ target }) => onMatcher({ regex: target.value })}
      />
    );
  }
  if ("semantic" in matcher) {
    return (
      <MeaningField
        label={label}
        semantic={matcher.semantic}
        value={value}
        onValue={onValue}
        onMatcher={onMatcher}
      />
    );
  }
  if ("range" in matcher)
    return <RangeField label={label} range={matcher.range} onMatcher={onMatcher} />;
  return (
    <ParsedField
      label={`${label}: what it contains`}
      value={matcher.subset}
      text={valueText}
      parse={parseValue}
      onChange={(subset) => onMatcher({ subset })}
    />
  );
}

interface MeaningFieldProps extends Omit<MatcherFieldProps, "matcher"> {
  readonly semantic: true | string;
}

/** The same in meaning as the value of the call, else as words of its own. A judge decides. */
function MeaningField({ label, semantic, value, onValue, onMatcher }: MeaningFieldProps) {
  if (semantic === true && value !== undefined) {
    return (
      <ParsedField
        label={`${label}: what it means, as a judge says`}
        value={value}
        text={valueText}
        parse={parseValue}
        onChange={onValue}
      />
    );
  }
  return (
    <input
      className="val"
      aria-label={`${label}: what it means, in words, as a judge says`}
      placeholder="what it should mean"
      value={semantic === true ? "" : semantic}
      onChange={({ target }) => onMatcher({ semantic: target.value === "" ? true : target.value })}
    />
  );
}

interface RangeFieldProps extends Pick<MatcherFieldProps, "label" | "onMatcher"> {
  readonly range: { readonly min?: number; readonly max?: number };
}

function RangeField({ label, range, onMatcher }: RangeFieldProps) {
  const end = (key: "min" | "max") => (
    <input
      type="number"
      step="any"
      className="val mono"
      aria-label={`${label}: ${key === "min" ? "least" : "most"}`}
      placeholder={key === "min" ? "no least" : "no most"}
      value={range[key] ?? ""}
      onChange={({ target }) => {
        const { [key]: _, ...other } = range;
        const given = target.value === "" ? {} : { [key]: Number(target.value) };
        onMatcher({ range: { ...other, ...given } });
      }}
    />
  );
  return (
    <span className="row">
      {end("min")}
      <span className="faint">to</span>
      {end("max")}
    </span>
  );
}
