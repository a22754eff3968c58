/**
 * How many conversations of a run have ended, by their verdicts: what lists of runs tell, without going through its events.
 * The database itself counts, in the transaction that changes the events, whatever program writes. Their sum stands beside them: one flipped bit is seen.
 * No column is NOT NULL: what could refuse a count could end an insert half way, and against that SQLite writes a copy of
 * each page it touches to a file of its own. `IS` gives no NULL, and a count without a verdict shows in the sum.
 */
export const COUNTS = `
CREATE TABLE run_counts (
  run_id TEXT PRIMARY KEY,
  passed INTEGER,
  failed INTEGER,
  not_evaluated INTEGER,
  ended INTEGER
) WITHOUT ROWID;
CREATE TRIGGER count_end AFTER INSERT ON events WHEN new.end_key IS NOT NULL BEGIN
  INSERT INTO run_counts (run_id, passed, failed, not_evaluated, ended)
  VALUES (new.run_id, new.status IS 'passed', new.status IS 'failed', new.status IS 'not-evaluated', 1)
  ON CONFLICT (run_id) DO UPDATE SET passed = passed + excluded.passed, failed = failed + excluded.failed,
    not_evaluated = not_evaluated + excluded.not_evaluated, ended = ended + 1;
END;
CREATE TRIGGER count_void_end AFTER UPDATE OF end_key ON events
WHEN old.end_key IS NOT NULL AND new.end_key IS NULL BEGIN
  UPDATE run_counts SET passed = passed - (old.status IS 'passed'), failed = failed - (old.status IS 'failed'),
    not_evaluated = not_evaluated - (old.status IS 'not-evaluated'), ended = ended - 1
  WHERE run_id = old.run_id;
END;
CREATE TRIGGER forget_counts AFTER DELETE ON events WHEN old.type = 'run-start' BEGIN
  DELETE FROM run_counts WHERE run_id = old.run_id;
END;`;

const ENDS = `
SELECT run_id, total(status = 'passed') AS passed, total(status = 'failed') AS failed,
  total(status = 'not-evaluated') AS not_evaluated, count(*) AS ended
FROM events WHERE end_key IS NOT NULL GROUP BY run_id`;

export const COUNT_ALL = `
INSERT INTO run_counts (run_id, passed, failed, not_evaluated, ended)
SELECT run_id, CAST(passed AS INTEGER), CAST(failed AS INTEGER), CAST(not_evaluated AS INTEGER), ended FROM (${ENDS})`;

export const SELECT_COUNTS = `
SELECT passed, failed, not_evaluated AS "not-evaluated", ended FROM run_counts WHERE run_id = ?`;

/** Runs whose counts differ from what their events say. */
export const SELECT_MISCOUNTED = `
WITH ends AS (${ENDS})
SELECT run_id AS "runId" FROM ends LEFT JOIN run_counts c USING (run_id)
WHERE ends.passed IS NOT c.passed OR ends.failed IS NOT c.failed OR ends.not_evaluated IS NOT c.not_evaluated
  OR ends.ended IS NOT c.ended
UNION
SELECT run_id FROM run_counts WHERE (passed <> 0 OR failed <> 0 OR not_evaluated <> 0 OR ended <> 0) AND run_id NOT IN (SELECT run_id FROM ends)`;
