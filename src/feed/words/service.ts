import type { Context } from '../../platform/context.ts'
import { withoutAccents } from '../../shared/text.ts'
import { isForgiven, meantBy } from './rules.ts'
import { selectNear, writeWords } from './sql.ts'

/** Learns which words are found, of the newest products and the most followed people. */
export const learnWords = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await writeWords(db)
}

/** What a text was most likely meant as: one letter of one word otherwise. Null where no known word is so near. */
export async function meantText({ db }: Pick<Context, 'db'>, text: string): Promise<string | null> {
  const typed = withoutAccents(text).toLowerCase().split(/\s+/)
  for (const word of typed.filter(isForgiven)) {
    const meant = meantBy(word, await selectNear(db, word))
    if (meant) return typed.map((one) => (one === word ? meant : one)).join(' ')
  }
  return null
}
