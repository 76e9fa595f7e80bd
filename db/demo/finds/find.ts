import type { Subject } from '../pictures/compose.ts'

/** An item that creators share. All of them are made up, and so is what is said of them. */
export type Find = {
  title: string
  picture: Subject
  priceCents: number
  tags: string[]
  description: string
  /** What creators love about it: each is one creator's own product. */
  comments: string[]
}
