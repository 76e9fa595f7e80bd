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
