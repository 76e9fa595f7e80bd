-- Up Migration
-- As migration 0042 had it: planned once a connection, as look-ups by key. Migration 0062 wrote the function again and
-- lost that, so that it was planned anew for each returned order, which took longer than all else of a merge.
alter function csv_after_returns(text, uuid)
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off;
