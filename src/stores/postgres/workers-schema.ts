/** The schema of the same database in which pg-boss keeps its jobs. */
export const QUEUE_SCHEMA = "assay_queue";

/**
 * What workers on several machines share: which runs they work on, who they are, and what models allow. `append_claimed`
 * writes for whoever has a job's lease, and leaves out what came from one who has lost it: the job's attempt is the fence.
 */
export const workersTables = (journalLock: number): string => `
CREATE SCHEMA IF NOT EXISTS ${QUEUE_SCHEMA};

CREATE TABLE assay.dispatches (
  run_id text PRIMARY KEY,
  token text NOT NULL,
  state text NOT NULL,
  resumes boolean NOT NULL,
  about text NOT NULL,
  planned integer NOT NULL,
  ended integer NOT NULL DEFAULT 0,
  unreached integer NOT NULL DEFAULT 0,
  fail_fast boolean NOT NULL,
  max_cost double precision,
  budget double precision,
  deadline timestamptz,
  spent double precision NOT NULL,
  agents_spent double precision NOT NULL,
  halt jsonb,
  kills boolean NOT NULL DEFAULT false,
  closer text,
  closing timestamptz,
  turn_of text,
  turn_until timestamptz,
  begun timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX dispatches_open ON assay.dispatches (begun) WHERE state = 'open';

CREATE TABLE assay.workers (
  id text PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  "commit" text,
  concurrency integer NOT NULL,
  started timestamptz NOT NULL,
  seen timestamptz NOT NULL,
  running integer NOT NULL,
  waiting integer NOT NULL,
  ended bigint NOT NULL,
  lost bigint NOT NULL,
  refuses jsonb NOT NULL
);

CREATE TABLE assay.limits (
  model text PRIMARY KEY,
  requests double precision,
  tokens double precision,
  places integer,
  requests_left double precision,
  tokens_left double precision,
  filled timestamptz NOT NULL DEFAULT clock_timestamp(),
  rests_until timestamptz
);

CREATE TABLE assay.open_calls (
  id text PRIMARY KEY,
  model text NOT NULL,
  run_id text,
  dollars double precision NOT NULL,
  tokens double precision NOT NULL,
  expires timestamptz NOT NULL
);
CREATE INDEX open_calls_by_model ON assay.open_calls (model);
CREATE INDEX open_calls_by_run ON assay.open_calls (run_id) WHERE run_id IS NOT NULL;

ALTER TABLE assay.writers ADD COLUMN lost uuid[];

CREATE FUNCTION assay.append_claimed(
  writer text, number bigint, queue text, jobs uuid[], attempts integer[],
  run_ids text[], types text[], case_indexes integer[], trials integer[], case_keys text[], end_keys text[],
  statuses text[], checksums bigint[], bodies text[], listings text[],
  OUT again boolean, OUT lost uuid[]
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(${journalLock});
  SELECT w.lost INTO lost FROM assay.writers w WHERE w.owner = writer AND w.batch >= number;
  again := FOUND;
  IF again THEN
    RETURN;
  END IF;
  -- a lease that has lapsed is taken away by deleting its row, which waits for this
  PERFORM FROM ${QUEUE_SCHEMA}.job j WHERE j.name = queue AND j.id = ANY(jobs) FOR KEY SHARE;
  SELECT coalesce(array_agg(c.job), '{}') INTO lost
    FROM (SELECT DISTINCT u.job, u.attempt FROM unnest(jobs, attempts) AS u(job, attempt)) AS c
    WHERE NOT EXISTS (
      SELECT FROM ${QUEUE_SCHEMA}.job j
      WHERE j.name = queue AND j.id = c.job AND j.retry_count = c.attempt AND j.state = 'active'
    );
  INSERT INTO assay.events (run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing)
    SELECT t.run_id, t.type, t.case_index, t.trial, t.case_key, t.end_key, t.status, t.checksum, t.body, t.listing
    FROM unnest(jobs, run_ids, types, case_indexes, trials, case_keys, end_keys, statuses, checksums, bodies, listings)
      WITH ORDINALITY AS t(job, run_id, type, case_index, trial, case_key, end_key, status, checksum, body, listing, place)
    WHERE t.job <> ALL(lost)
    ORDER BY t.place
    ON CONFLICT DO NOTHING;
  INSERT INTO assay.writers (owner, batch, written, lost) VALUES (writer, number, now(), append_claimed.lost)
    ON CONFLICT (owner) DO UPDATE SET batch = excluded.batch, written = excluded.written, lost = excluded.lost;
END $$;

CREATE FUNCTION assay.begin_call(
  call text, of_model text, weight double precision, lease double precision,
  run text, likely double precision, ceiling double precision,
  OUT verdict text, OUT wait double precision, OUT total double precision
) LANGUAGE plpgsql AS $$
DECLARE
  l assay.limits;
  d assay.dispatches;
  at timestamptz;
  passed double precision;
  most double precision;
  reserved double precision;
  under_way integer;
BEGIN
  total := 0;
  -- always the run before the model, so that two calls never wait for each other
  IF run IS NOT NULL AND ceiling IS NOT NULL THEN
    SELECT * INTO d FROM assay.dispatches x WHERE x.run_id = run FOR UPDATE;
  END IF;
  INSERT INTO assay.limits (model) VALUES (of_model) ON CONFLICT DO NOTHING;
  SELECT * INTO l FROM assay.limits x WHERE x.model = of_model FOR UPDATE;
  at := clock_timestamp();
  IF d.run_id IS NOT NULL THEN
    total := d.spent;
    IF d.spent >= ceiling THEN
      verdict := 'spent';
      RETURN;
    END IF;
    SELECT count(*), coalesce(sum(o.dollars), 0) INTO under_way, reserved FROM assay.open_calls o
      WHERE o.run_id = run AND o.expires > at;
    IF d.turn_of <> call AND d.turn_until > at
      OR under_way > 0 AND (likely IS NULL OR d.spent + reserved + likely > ceiling)
    THEN
      -- who waits is overtaken by nobody, as long as it keeps asking
      IF d.turn_of IS NULL OR d.turn_of = call OR d.turn_until <= at THEN
        UPDATE assay.dispatches x SET turn_of = call, turn_until = at + interval '3 seconds' WHERE x.run_id = run;
      END IF;
      verdict := 'wait';
      wait := 100;
      RETURN;
    END IF;
  END IF;
  IF l.rests_until > at THEN
    verdict := 'rest';
    wait := 1000 * extract(epoch FROM l.rests_until - at);
    RETURN;
  END IF;
  passed := greatest(0, extract(epoch FROM at - l.filled)) / 60;
  IF l.requests IS NOT NULL THEN
    most := greatest(1, l.requests / 10);
    l.requests_left := least(most, coalesce(l.requests_left, most) + passed * greatest(l.requests - most, l.requests / 2));
    IF l.requests_left < 1 THEN
      verdict := 'wait';
      wait := 60000 * (1 - l.requests_left) / greatest(l.requests - most, l.requests / 2);
    END IF;
  END IF;
  IF l.tokens IS NOT NULL THEN
    most := greatest(1, l.tokens / 10);
    l.tokens_left := least(most, coalesce(l.tokens_left, most) + passed * greatest(l.tokens - most, l.tokens / 2));
    -- one that is heavier than all that may gather begins when all has gathered
    IF l.tokens_left < least(weight, most) THEN
      verdict := 'wait';
      wait := greatest(coalesce(wait, 0), 60000 * (least(weight, most) - l.tokens_left) / greatest(l.tokens - most, l.tokens / 2));
    END IF;
  END IF;
  IF l.places IS NOT NULL THEN
    DELETE FROM assay.open_calls o WHERE o.model = of_model AND o.expires <= at;
    SELECT count(*) INTO under_way FROM assay.open_calls o WHERE o.model = of_model;
    IF under_way >= l.places THEN
      verdict := 'wait';
      wait := greatest(coalesce(wait, 0), 50);
    END IF;
  END IF;
  IF verdict IS NULL THEN
    verdict := 'go';
    wait := 0;
    l.requests_left := l.requests_left - 1;
    l.tokens_left := l.tokens_left - weight;
    INSERT INTO assay.open_calls (id, model, run_id, dollars, tokens, expires)
      VALUES (call, of_model, run, coalesce(likely, 0), weight, at + lease * interval '1 second')
      ON CONFLICT (id) DO UPDATE SET expires = excluded.expires;
    IF d.turn_of = call THEN
      UPDATE assay.dispatches x SET turn_of = NULL, turn_until = NULL WHERE x.run_id = run;
    END IF;
  END IF;
  UPDATE assay.limits x SET requests_left = l.requests_left, tokens_left = l.tokens_left, filled = at
    WHERE x.model = of_model AND (l.requests IS NOT NULL OR l.tokens IS NOT NULL);
END $$;

CREATE FUNCTION assay.end_call(call text, used double precision, cost double precision, made boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  o assay.open_calls;
BEGIN
  DELETE FROM assay.open_calls x WHERE x.id = call RETURNING * INTO o;
  IF o.id IS NULL THEN
    RETURN;
  END IF;
  IF o.run_id IS NOT NULL AND cost > 0 THEN
    UPDATE assay.dispatches x SET spent = x.spent + cost WHERE x.run_id = o.run_id;
  END IF;
  UPDATE assay.limits x
    SET requests_left = x.requests_left + CASE WHEN made THEN 0 ELSE 1 END,
      tokens_left = x.tokens_left + o.tokens - coalesce(used, o.tokens)
    WHERE x.model = o.model AND (x.requests IS NOT NULL OR x.tokens IS NOT NULL);
END $$;
`;
