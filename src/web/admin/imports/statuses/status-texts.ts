import type { StatusMeaning } from '../../../../orders/imports/statuses/contract.ts'

/** What a status of a report may mean, as it is chosen. */
export const meaningNames: Record<StatusMeaning, string> = {
  shipped: 'Counts as shipped',
  pending: 'Pending: counts once it is shipped',
  cancelled: 'Cancelled',
  returned: 'Returned',
  left_out: 'Leave its rows out',
}

export const meaningOptions = Object.entries(meaningNames) as [StatusMeaning, string][]
