import { hashOf } from '../random.ts'
import { beauty } from './beauty.ts'
import { books } from './books.ts'
import { electronics } from './electronics.ts'
import { fashion } from './fashion.ts'
import type { Find } from './find.ts'
import { fitness } from './fitness.ts'
import { food } from './food.ts'
import { garden } from './garden.ts'
import { health } from './health.ts'
import { home } from './home.ts'
import { kids } from './kids.ts'
import { kitchen } from './kitchen.ts'
import { office } from './office.ts'
import { outdoors } from './outdoors.ts'
import { pets } from './pets.ts'
import { toys } from './toys.ts'
import { travel } from './travel.ts'

const byCategory = {
  fashion,
  beauty,
  home,
  kitchen,
  electronics,
  fitness,
  books,
  kids,
  pets,
  travel,
  outdoors,
  office,
  food,
  toys,
  health,
  garden,
}

/** A category's slug. */
export type Category = keyof typeof byCategory

/** All shared items, each with its category and its ASIN. */
export const finds: readonly (Find & { category: Category; asin: string })[] = Object.entries(
  byCategory,
).flatMap(([category, list]) =>
  list.map((find) => ({ ...find, category: category as Category, asin: asinOf(find.title) })),
)

/** A made-up ASIN that resembles the title; always the same for a title. */
function asinOf(title: string): string {
  const characters = hashOf(title).toString(36).toUpperCase().padStart(7, '0')
  return `B0DEMO${characters.slice(-4)}`
}
