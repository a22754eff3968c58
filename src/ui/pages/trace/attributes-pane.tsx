import { useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { JsonText } from "../../components/json-text.tsx";
import type { SpanDetail } from "./trace-types.ts";

/** Every attribute that its exporter sent. */
export function AttributesPane({ detail }: { readonly detail: SpanDetail }) {
  const [find, setFind] = useState("");
  const { attributes, resource, scope } = detail;
  const parts = [
    { title: "Of the span", values: attributes },
    { title: "Of whoever sent it", values: resource },
    { title: "Of the instrumentation", values: scope },
  ];
  return (
    <>
      <div className="bar">
        <label className="field grow">
          <Icon name="search" />
          <input
            aria-label="Find an attribute"
            placeholder="Find an attribute"
            value={find}
            onChange={({ target }) => setFind(target.value)}
          />
        </label>
      </div>
      {parts.map(({ title, values }) => (
        <Part key={title} title={title} values={values} find={find.toLowerCase()} />
      ))}
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly find: string;
}

function Part({ title, values, find }: PartProps) {
  const found = Object.entries(values).filter(
    ([key, value]) =>
      value !== undefined && `${key} ${JSON.stringify(value)}`.toLowerCase().includes(find),
  );
  if (found.length === 0) return null;
  return (
    <section className="sect">
      <h2>{title}</h2>
      <dl className="attributes">
        {found.map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              {value === null ? <span className="faint">null</span> : <JsonText value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
