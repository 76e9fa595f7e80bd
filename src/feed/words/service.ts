import type { Context } from '../../platform/context.ts'
import { searchedText, searchedWords } from '../../shared/text.ts'
import { isForgiven, meantBy } from './rules.ts'
import { selectNear, writeWords } from './sql.ts'

/** Updates the words that searches can find, from the newest products and the most followed people. */
export const learnWords = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await writeWords(db)
}

/** The most likely correction of a text: one letter of one word. Null where no known word is so near. */
export async function meantText({ db }: Pick<Context, 'db'>, text: string): Promise<string | null> {
  const typed = searchedWords(searchedText(text).toLowerCase())
  const forgiven = typed.filter(isForgiven)
  const near = forgiven.length > 0 ? await selectNear(db, forgiven) : []
  for (const word of forgiven) {
    const meant = meantBy(word, near)
    if (meant) return typed.map((one) => (one === word ? meant : one)).join(' ')
  }
  return null
}
