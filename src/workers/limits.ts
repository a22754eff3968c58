import type { PostgresClient } from "../stores/postgres/postgres-client.ts";

/** What a model allows all machines together; null where nothing is set. */
export interface ModelLimits {
  /** As calls name it, such as `openai/gpt-5-mini`. */
  readonly model: string;
  /** In a minute. */
  readonly requests: number | null;
  readonly tokens: number | null;
  /** Calls at once. */
  readonly places: number | null;
}

export interface ModelUse extends ModelLimits {
  /** Calls under way. */
  readonly open: number;
  /** Seconds for which its provider wants nobody to ask; 0 when it does not. */
  readonly rests: number;
}

/** Every model that has a limit, or was asked lately. */
export async function listLimits(client: PostgresClient): Promise<readonly ModelUse[]> {
  return await client.query<ModelUse>(LIST);
}

export async function setLimits(client: PostgresClient, limits: ModelLimits): Promise<void> {
  const { model, requests, tokens, places } = limits;
  await client.query(SET, [model, requests, tokens, places]);
}

/** False where there was none. */
export async function removeLimits(client: PostgresClient, model: string): Promise<boolean> {
  const removed = await client.query("DELETE FROM assay.limits WHERE model = $1 RETURNING model", [
    model,
  ]);
  return removed.length > 0;
}

const LIST = `
SELECT model, requests, tokens, places,
  (SELECT count(*) FROM assay.open_calls o WHERE o.model = l.model AND o.expires > now()) AS open,
  greatest(0, coalesce(extract(epoch FROM rests_until - now()), 0))::double precision AS rests
FROM assay.limits l ORDER BY model`;

const SET = `
INSERT INTO assay.limits (model, requests, tokens, places) VALUES ($1, $2, $3, $4)
ON CONFLICT (model) DO UPDATE SET requests = excluded.requests, tokens = excluded.tokens, places = excluded.places,
  requests_left = NULL, tokens_left = NULL, filled = clock_timestamp()`;
