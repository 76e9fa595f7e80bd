import type { Subject } from '../pictures/compose.ts'

/** An item that creators share. All items and texts are made up. */
export type Find = {
  title: string
  picture: Subject
  priceCents: number
  tags: string[]
  description: string
  /** Creators' comments: each belongs to one creator's own product. */
  comments: string[]
}

/** A find's title as sellers at Amazon write them: some 190 characters. */
export function sellersTitle({ title, description, tags }: Find): string {
  const all = `${title} – ${description} For ${tags.join(', ')} | Gift for Women, Men and Friends | Birthday, Housewarming, Holidays | Pack of 1, 2026 Edition, Improved, with Care Guide`
  return all.slice(0, 190).replace(/[\s,|]+\S*$/, '')
}
