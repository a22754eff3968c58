const ENDS = `
SELECT run_id, count(*) FILTER (WHERE status = 'passed') AS passed,
  count(*) FILTER (WHERE status = 'failed') AS failed,
  count(*) FILTER (WHERE status = 'not-evaluated') AS not_evaluated, count(*) AS ended`;

/** Of all runs, by their events. */
const ENDS_OF_ALL = `${ENDS} FROM assay.events WHERE end_key IS NOT NULL GROUP BY run_id`;

const COUNT_ALL = `
INSERT INTO assay.run_counts (run_id, passed, failed, not_evaluated, ended) ${ENDS_OF_ALL}`;

/**
 * How many conversations of a run have ended, by their verdicts: what lists of runs tell, without going through its events.
 * The database itself counts, in the transaction that changes the events, whoever writes. Their sum stands beside them, as in a file.
 */
export const COUNTS = `
CREATE TABLE assay.run_counts (
  run_id text PRIMARY KEY,
  passed integer NOT NULL,
  failed integer NOT NULL,
  not_evaluated integer NOT NULL,
  ended integer NOT NULL
) WITH (fillfactor = 50);

CREATE FUNCTION assay.count_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO assay.run_counts AS c (run_id, passed, failed, not_evaluated, ended)
    ${ENDS} FROM added WHERE end_key IS NOT NULL GROUP BY run_id ORDER BY run_id
    ON CONFLICT (run_id) DO UPDATE SET passed = c.passed + excluded.passed,
      failed = c.failed + excluded.failed, not_evaluated = c.not_evaluated + excluded.not_evaluated,
      ended = c.ended + excluded.ended;
  RETURN NULL;
END $$;

CREATE FUNCTION assay.count_void_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE assay.run_counts c SET passed = c.passed - v.passed, failed = c.failed - v.failed,
    not_evaluated = c.not_evaluated - v.not_evaluated, ended = c.ended - v.ended
    FROM (${ENDS} FROM before b
      WHERE b.end_key IS NOT NULL AND EXISTS (SELECT FROM after a WHERE a.seq = b.seq AND a.end_key IS NULL)
      GROUP BY run_id) AS v
    WHERE c.run_id = v.run_id;
  RETURN NULL;
END $$;

CREATE FUNCTION assay.forget_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM assay.run_counts c USING removed r WHERE r.type = 'run-start' AND c.run_id = r.run_id;
  RETURN NULL;
END $$;

LOCK TABLE assay.events IN SHARE ROW EXCLUSIVE MODE;
${COUNT_ALL};
CREATE TRIGGER count_ends AFTER INSERT ON assay.events REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION assay.count_ends();
CREATE TRIGGER count_void_ends AFTER UPDATE ON assay.events REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION assay.count_void_ends();
CREATE TRIGGER forget_counts AFTER DELETE ON assay.events REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION assay.forget_counts();
`;

/** Runs whose counts differ from what their events say. */
const MISCOUNTED = `
WITH ends AS (${ENDS_OF_ALL})
SELECT coalesce(e.run_id, c.run_id) AS "runId" FROM ends e FULL JOIN assay.run_counts c ON c.run_id = e.run_id
WHERE (coalesce(e.passed, 0), coalesce(e.failed, 0), coalesce(e.not_evaluated, 0), coalesce(e.ended, 0))
  IS DISTINCT FROM (coalesce(c.passed, 0), coalesce(c.failed, 0), coalesce(c.not_evaluated, 0), coalesce(c.ended, 0))`;

export const RECOUNT = { MISCOUNTED, FORGET: "DELETE FROM assay.run_counts", COUNT_ALL };
