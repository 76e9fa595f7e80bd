/** The outcome of an order in a run. */
export type RunOutcome =
  | 'high'
  | 'medium'
  | 'unknown'
  | 'left_alone'
  | 'timed_out'
  | 'processed'
  | 'unchanged'
