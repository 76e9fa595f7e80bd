import type { NewsKind } from './kinds.ts'

/** Something that a person is told, as far as its sentence needs it. */
export type NewsItem = {
  kind: NewsKind
  /** How many it were since it was last read: people, orders. */
  count: number
  /** In US dollars; null where no amount belongs to it. */
  amount: number | null
  detail: string | null
  at: string
  subject: string | null
  about: string | null
  /** The last who did it, the newest first; without those who are gone, and none where the person may not know. */
  people: { first_name: string; username: string }[]
  /** A product of the person's own; null where it is gone, or where there are several. */
  product: { id: string; title: string } | null
  /** The public list that a product was put into last; null where nobody sees it any more. */
  list: { title: string; slug: string; username: string } | null
}
