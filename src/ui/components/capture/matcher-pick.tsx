import type { DraftArg } from "../../../core/capture/draft-case.ts";
import type { ArgMatcher } from "../../../core/case-settings.ts";

interface PickProps {
  /** Whose argument it is, for those who hear the page. */
  readonly label: string;
  readonly arg: DraftArg;
  onChange(matcher: ArgMatcher | undefined): void;
}

type Kind = "equals" | "ignore" | "regex" | "range" | "oneOf" | "semantic";

/** How an argument is compared. */
export function MatcherPick({ label, arg, onChange }: PickProps) {
  const kind = kindOf(arg.matcher);
  return (
    <span className="pick">
      <select
        aria-label={`How ${label} is compared`}
        value={kind}
        onChange={({ target: { value } }) => onChange(matcherOf(value as Kind, arg.value))}
      >
        <option value="equals">equals</option>
        <option value="ignore">ignore</option>
        {typeof arg.value === "string" && <option value="regex">regex</option>}
        {typeof arg.value === "number" && <option value="range">range</option>}
        <option value="oneOf">one of</option>
        {typeof arg.value === "string" && (
          <option value="semantic" title="A judge is asked whether it means the same">
            semantic
          </option>
        )}
      </select>
      {kind !== "equals" && kind !== "ignore" && kind !== "semantic" && (
        <input
          className="mono"
          aria-label={`${kindWords[kind]} of ${label}`}
          defaultValue={textOf(arg.matcher)}
          onBlur={({ target: { value } }) => onChange(readMatcher(kind, value) ?? arg.matcher)}
        />
      )}
    </span>
  );
}

const kindWords: Readonly<Record<Kind, string>> = {
  equals: "Value",
  ignore: "Nothing",
  regex: "Expression",
  range: "Range",
  oneOf: "Choices",
  semantic: "Meaning",
};

const kinds: readonly Kind[] = ["ignore", "regex", "range", "oneOf", "semantic"];

function kindOf(matcher: ArgMatcher | undefined): Kind {
  if (matcher === undefined) return "equals";
  const [kind] = Object.keys(matcher);
  return kinds.find((each) => each === kind) ?? "equals";
}

/** What a kind begins with, made of the value that was recorded. */
function matcherOf(kind: Kind, value: unknown): ArgMatcher | undefined {
  if (kind === "ignore") return { ignore: true };
  if (kind === "semantic") return { semantic: true };
  if (kind === "regex") return { regex: `^${`${value}`.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$` };
  if (kind === "range" && typeof value === "number") {
    const slack = Math.abs(value) * 0.01;
    return { range: { min: value - slack, max: value + slack } };
  }
  return kind === "oneOf" ? { oneOf: [value] } : undefined;
}

function textOf(matcher: ArgMatcher | undefined): string {
  if (matcher === undefined) return "";
  if ("regex" in matcher) return matcher.regex;
  if ("range" in matcher) return `${matcher.range.min ?? ""} to ${matcher.range.max ?? ""}`;
  if ("oneOf" in matcher) return matcher.oneOf.map((each) => JSON.stringify(each)).join(", ");
  return "";
}

/** What was typed; undefined where it says nothing, and what was there before stays. */
function readMatcher(kind: Kind, text: string): ArgMatcher | undefined {
  if (kind === "regex") return isExpression(text) ? { regex: text } : undefined;
  if (kind === "range") {
    const [min, max] = text
      .split(" to ")
      .map((each) => (each.trim() === "" ? undefined : Number(each)));
    if (Number.isNaN(min) || Number.isNaN(max) || (min ?? max) === undefined) return undefined;
    return { range: { min, max } };
  }
  try {
    const oneOf: unknown = JSON.parse(`[${text}]`);
    return Array.isArray(oneOf) && oneOf.length > 0 ? { oneOf } : undefined;
  } catch {
    return undefined;
  }
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text);
    return text !== "";
  } catch {
    return false;
  }
}
