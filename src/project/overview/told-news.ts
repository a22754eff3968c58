import { causeOf } from "../../analysis/clusters/cause-of.ts";
import type { CaseNews } from "../../analysis/overview/case-news.ts";
import type { OverviewNews, ToldNews } from "../../analysis/overview/overview.ts";
import type { CaseResult } from "../../core/run.ts";
import type { RunStore } from "../../core/run-store.ts";
import { shortId } from "../../core/text/short-id.ts";
import { readCases } from "../history/load-run.ts";

/** Reasons are told of the first of each kind: they stand in conversations, which have to be read. */
const MOST_TOLD = 8;
const MOST_LISTED = 50;

/** News by their kinds, with why the cases failed. */
export async function toldNews(
  news: readonly CaseNews[],
  ids: readonly string[],
  store: RunStore,
): Promise<Omit<OverviewNews, "since">> {
  const told = async (kind: CaseNews["kind"]) => {
    const all = news.filter((each) => each.kind === kind).slice(0, MOST_LISTED);
    return await Promise.all(all.map((each, at) => tell(each, at < MOST_TOLD, ids, store)));
  };
  return {
    broke: await told("broke"),
    recovered: await told("recovered"),
    flaky: await told("flaky"),
  };
}

async function tell(
  news: CaseNews,
  isRead: boolean,
  ids: readonly string[],
  store: RunStore,
): Promise<ToldNews> {
  const known = { ...news, shortId: shortId(news.runId, ids), isErrored: false };
  if (!isRead || news.kind === "recovered") return known;
  const failed = await failedTrial(news, store);
  if (failed === undefined) return known;
  const { name, explanation } = causeOf(failed);
  return { ...known, isErrored: errors.has(failed.reason ?? ""), why: explanation ?? name };
}

const errors = new Set(["agent-error", "timeout", "metric-error", "simulator-fault"]);

async function failedTrial(
  { runId, index, evalSetId, evalId }: CaseNews,
  store: RunStore,
): Promise<CaseResult | undefined> {
  for await (const each of readCases(store, runId, [index])) {
    const isIt = each.evalSetId === evalSetId && each.evalId === evalId;
    if (isIt && each.status === "failed") return each;
  }
  return undefined;
}
