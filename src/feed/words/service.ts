import type { Context } from '../../platform/context.ts'
import { withoutAccents } from '../../shared/text.ts'
import { isForgiven, meantBy } from './rules.ts'
import { selectNear, writeWords } from './sql.ts'

/** Updates the words that searches can find, from the newest products and the most followed people. */
export const learnWords = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await writeWords(db)
}

/** The most likely correction of a text: one letter of one word. Null where no known word is so near. */
export async function meantText({ db }: Pick<Context, 'db'>, text: string): Promise<string | null> {
  const typed = withoutAccents(text).toLowerCase().split(/\s+/)
  for (const word of typed.filter(isForgiven)) {
    const meant = meantBy(word, await selectNear(db, word))
    if (meant) return typed.map((one) => (one === word ? meant : one)).join(' ')
  }
  return null
}
