/** What the address of a judge says. */
export interface JudgeSearch {
  /** The model, where several were asked by the metric. */
  readonly model?: string | undefined;
  readonly list?: Shown | undefined;
  /** The answer that is looked at, by its key. */
  readonly item?: string | undefined;
}

const shown = ["disagreements", "lenient", "strict", "unlabelled", "labelled"] as const;

export type Shown = (typeof shown)[number];

export function readJudgeSearch({
  model,
  list,
  item,
}: Readonly<Record<string, unknown>>): JudgeSearch {
  const which = shown.find((each) => each === list);
  return {
    ...(model !== undefined && model !== "" && { model: `${model}` }),
    ...(which !== undefined && { list: which }),
    ...(item !== undefined && item !== "" && { item: `${item}` }),
  };
}
