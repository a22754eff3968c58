const shapes = {
  mark: "M8 2v11M4.5 13.5h7M3 5l10-1.5M1 10l2-5 2 5a2.2 2.2 0 0 1-4 0Zm10-1.5 2-5 2 5a2.2 2.2 0 0 1-4 0Z",
  agents:
    "M9.75 3.5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM5.25 12.5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM14.25 12.5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0ZM8 5.5v3M4.5 11 8 8.5l3.5 2.5",
  sets: "M2 4.5h2M2 8h2M2 11.5h2M6.5 4.5H14M6.5 8H14M6.5 11.5H14",
  runs: "M2.5 2.5h11v11h-11zM2.5 6.2h11M2.5 9.8h11M6.2 2.5v11M9.8 2.5v11",
  compare: "M2 3h4.5v10H2zM9.5 3H14v10H9.5z",
  live: "M1.5 8h3l2-5 3 10 2-5h3",
  review: "M2 3.5h12v9H2zM5 8l2 2 4-4",
  judges: "M2 13 13 2M2 13h12M2 9a5 5 0 0 1 4 4",
  search: "M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5 14 14",
  theme: "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 2v12M8 5l4.8-1.2M8 8h6M8 11l4.8 1.2",
  close: "m4 4 8 8m0-8-8 8",
  check: "M3 8.6 6.5 12 13 4.5",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  user: "M11 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM2.5 14c.6-3 2.7-4.5 5.5-4.5s4.9 1.5 5.5 4.5",
  tool: "M13.5 4.5 11 7 9 5l2.5-2.5a3.5 3.5 0 0 0-4.6 4.6L2.5 11.5l2 2 4.4-4.4a3.5 3.5 0 0 0 4.6-4.6Z",
  model: "M8 2.5 9.4 6.6 13.5 8 9.4 9.4 8 13.5 6.6 9.4 2.5 8 6.6 6.6Z",
  right: "m6 4 4 4-4 4",
  down: "m4 6 4 4 4-4",
  own: "m5.5 4.5-3 3.5 3 3.5m5-7 3 3.5-3 3.5",
  flag: "M4 14V2.5M4 3h8l-2 3 2 3H4",
  star: "m8 1.8 1.9 4 4.3.6-3.1 3 .8 4.3L8 11.6l-3.9 2.1.8-4.3-3.1-3 4.3-.6Z",
} as const;

export type IconName = keyof typeof shapes;

/** Only where a word would be slower; it says nothing that the words beside it do not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
