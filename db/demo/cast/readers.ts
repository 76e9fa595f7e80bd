import { createRandom } from '../random.ts'
import type { Person } from './people.ts'

const names = `Ada Brennan, Noah Fischer, Zoe Papadakis, Omar Farouk, Hanna Virtanen, Luca Moretti, Ivy Chen,
  Samuel Osei, Clara Jensen, Diego Ramos, Mina Park, Elias Berg, Ruth Adeyemi, Pavel Novak, Lucie Marchand,
  Arjun Mehta, Freya Nilsson, Marco Silva, Leila Amiri, Owen Hughes, Anya Petrova, Jonah Katz, Beatriz Lima,
  Finn Gallagher, Salma Idrissi, Hugo Lambert, Nora Eriksen, Wei Zhang, Tessa Visser, Idris Bello`

/** People who follow creators and share nothing. As most, they have no picture. */
export const readers: Person[] = names.split(/,\s+/).map((name) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const joinedDaysAgo = 5 + createRandom(`day of ${name}`).whole(320)
  return { firstName, lastName, joinedDaysAgo, face: null, bio: null }
})
