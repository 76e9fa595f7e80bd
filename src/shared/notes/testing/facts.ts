import type { NoteFacts } from '../facts.ts'

/** The facts of a week in which nothing happened. */
export const quietFacts: NoteFacts = {
  visits: [0, 0, 0, 0, 0, 0, 0],
  product: null,
  source: null,
  bought: 0,
  on_its_way: 0,
  followers: 0,
  saved: { people: 0, title: null },
  posted: 0,
  taken_back: { cents: 0, orders: 0, title: null, is_returned: false },
  to_do: null,
}
