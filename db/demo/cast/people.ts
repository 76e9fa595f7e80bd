import type { Marketplace } from '../../../src/shared/amazon/marketplaces.ts'
import type { Category } from '../finds/index.ts'
import type { Face } from '../pictures/faces.ts'

/** Someone with an account in the demo. */
export type Person = {
  firstName: string
  lastName: string
  joinedDaysAgo: number
  /** Null for those who have no picture, as happens. */
  face: Face | null
  bio: string | null
}

/** Someone who shares products. */
export type Creator = Person & {
  /** What they share, most of all first. */
  categories: Category[]
  /** The shop they link to when it is not the American one. */
  shop: Marketplace
  /** How many people look at what they share, compared with the others. */
  reach: number
  /** How much they share, compared with the others. */
  diligence: number
}

/** The address they sign in with. Nobody's: the domain is kept for examples. */
export const emailOf = ({ firstName, lastName }: Person): string =>
  `${plain(firstName)}.${plain(lastName)}@folio.example`

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
