/** Something that its creator can mend: of the money, or of one of their products. */
export type ToDoKind = 'held' | 'unproven' | 'no_details' | 'details_lost' | 'sample_picture' | 'long_title'

/** Of a title: how many characters it has. */
export type ToDo = { kind: ToDoKind; product_id: string | null; length: number | null }

/** What a weekly note tells, as it was when it was written (docs/product/notes.md#what-counts); amounts in cents. */
export type NoteFacts = {
  /** Counted views of each day, Monday first. */
  visits: number[]
  /** The product with the most of them, where they are enough to name it; its title is empty if it has none. */
  product: { id: string; title: string; visits: number } | null
  /** The known site that more than half of them came from. */
  source: string | null
  /** Orders that became the creator's. */
  bought: number
  /** What of these orders is pending. */
  on_its_way: number
  followers: number
  /** How many people saved a product; its title if it was one alone. */
  saved: { people: number; title: string | null }
  /** What counts as posted since that week. */
  posted: number
  /** Below zero; the title if it is of one order alone. */
  taken_back: { cents: number; orders: number; title: string | null; is_returned: boolean }
  to_do: ToDo | null
}

/** Whether there is anything to tell: a thing to do alone is nothing. */
export const isQuiet = ({ visits, bought, followers, saved, posted, taken_back }: NoteFacts): boolean =>
  visits.every((count) => count === 0) &&
  [bought, followers, saved.people, posted, taken_back.cents].every((figure) => figure === 0)
