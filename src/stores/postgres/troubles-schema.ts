/**
 * What workers know of conversations that some of them were lost with, or got stuck in; gone with their run. And ends of
 * conversations in one question: `settle` is how the queue completes jobs, in its own words.
 */
export const TROUBLES = `
CREATE TABLE assay.troubles (
  run_id text NOT NULL,
  key text NOT NULL,
  begun_alone integer NOT NULL DEFAULT 0,
  journaled integer NOT NULL DEFAULT 0,
  stuck text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (run_id, key)
);

CREATE FUNCTION assay.append_ended(
  writer text, number bigint, queue text, jobs uuid[], attempts integer[],
  run_ids text[], types text[], case_indexes integer[], trials integer[], case_keys text[], end_keys text[],
  statuses text[], checksums bigint[], bodies text[], listings text[],
  settle text, ended uuid[], pairs text[], unreached boolean[],
  OUT again boolean, OUT lost uuid[]
) LANGUAGE plpgsql AS $$
DECLARE
  settled uuid[];
  how_many integer;
BEGIN
  SELECT a.again, a.lost INTO again, lost FROM assay.append_claimed(
    writer, number, queue, jobs, attempts, run_ids, types, case_indexes, trials, case_keys, end_keys,
    statuses, checksums, bodies, listings
  ) AS a;
  IF again THEN
    RETURN;
  END IF;
  -- those that were lost are left alone by it
  EXECUTE settle INTO how_many, settled USING queue, ended, NULL::jsonb, pairs;
  UPDATE assay.dispatches d SET ended = d.ended + how_many, unreached = d.unreached + (
    SELECT count(*) FROM unnest(append_ended.ended, append_ended.unreached) AS u(job, is_missed)
    WHERE u.is_missed AND u.job = ANY(settled)
  ) WHERE d.run_id = run_ids[1];
END $$;
`;
