/**
 * What a connection is set to whose statements find rows by their keys. Plans do not depend on the values, and planning each statement anew
 * would cost more than running it. Reading a whole table to join it with a batch never pays; a planner that met the table while it was empty
 * would have it read for as long as the plan is kept.
 */
export const byKeySettings = `
  set plan_cache_mode = 'force_generic_plan';
  set enable_hashjoin = off;
  set enable_mergejoin = off;
  set enable_seqscan = off;
  set enable_bitmapscan = off`
