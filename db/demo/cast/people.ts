import type { Marketplace } from '../../../src/shared/amazon/marketplaces.ts'
import type { Category } from '../finds/index.ts'
import type { Face } from '../pictures/faces.ts'
import { createRandom } from '../random.ts'

/** Someone with an account in the demo. */
export type Person = {
  firstName: string
  lastName: string
  joinedDaysAgo: number
  /** Null for people without a picture. */
  face: Face | null
  bio: string | null
}

/** Someone who shares products. */
export type Creator = Person & {
  /** The categories they share, the most frequent first. */
  categories: Category[]
  /** The shop they link to when it is not the American one. */
  shop: Marketplace
  /** How many people view their products, compared with the others. */
  reach: number
  /** How much they share, compared with the others. */
  diligence: number
}

/** The address they sign in with. It belongs to nobody: the domain is reserved for examples. */
export const emailOf = ({ firstName, lastName }: Person): string =>
  `${plain(firstName)}.${plain(lastName)}@folio.example`

const plain = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** The admin who imports the demo's reports. */
export const admin: Person = {
  firstName: 'Greta',
  lastName: 'Holm',
  joinedDaysAgo: 368,
  face: null,
  bio: null,
}

const names = `Ada Brennan, Noah Fischer, Zoe Papadakis, Omar Farouk, Hanna Virtanen, Luca Moretti, Ivy Chen,
  Samuel Osei, Clara Jensen, Diego Ramos, Mina Park, Elias Berg, Ruth Adeyemi, Pavel Novak, Lucie Marchand,
  Arjun Mehta, Freya Nilsson, Marco Silva, Leila Amiri, Owen Hughes, Anya Petrova, Jonah Katz, Beatriz Lima,
  Finn Gallagher, Salma Idrissi, Hugo Lambert, Nora Eriksen, Wei Zhang, Tessa Visser, Idris Bello`

/** People who follow creators and share nothing. Most have no picture. */
export const readers: Person[] = names.split(/,\s+/).map((name) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const joinedDaysAgo = 5 + createRandom(`day of ${name}`).whole(320)
  return { firstName, lastName, joinedDaysAgo, face: null, bio: null }
})
