import type { z } from 'zod'
import { searchProducts } from '../folio/index.ts'
import { findPeople } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { readInTime, type Step, searchTime } from '../platform/searches/in-time.ts'
import { searchedText } from '../shared/text.ts'
import type { feedContract } from './contract.ts'
import { type Asked, askedBy, insteadOf, tagsAmong } from './search-rules.ts'
import { meantText } from './words/service.ts'

type Search = (typeof feedContract)['GET /api/v1/search']
type Query = z.output<Search['query']>
type Found = Omit<z.input<Search['response']>, 'instead'>

const maxPeople = 3
/** Products from which tags are collected; fewer of them are shown. */
const readForTags = 24

/**
 * Products, tags and people that match a text, each the best first. If nothing matches, the results for the text with
 * one letter corrected, and that text. The number of statements does not depend on the text. Throws `not_authenticated`
 * for the following scope without a caller, and `unavailable` for a search that takes too long.
 */
export const search = (context: Context, query: Query): Promise<z.input<Search['response']>> =>
  readInTime(context, searchTime, async (step) => {
    const asked = askedBy(query.q)
    const found = await find(step, query, asked)
    if (!isNothing(found)) return { ...found, instead: null }
    const meant = await step((tx) => meantText(tx, asked.text))
    const instead = meant === null ? found : await find(step, query, { ...asked, text: meant })
    return { ...instead, instead: meant === null || isNothing(instead) ? null : insteadOf(asked, meant) }
  })

const isNothing = ({ items, people }: Found) => items.length === 0 && people.length === 0

async function find(
  step: Step,
  { scope, category, limit }: Query,
  { text, isTag, isPerson }: Asked,
): Promise<Found> {
  const tag = isTag ? { tag: text } : {}
  const readLimit = Math.max(limit, readForTags)
  const products =
    isPerson || !text
      ? []
      : await step((tx) => searchProducts(tx, { q: text, ...tag, scope, category, limit: readLimit }))
  const people =
    isTag || !text
      ? []
      : await step((tx) => findPeople(tx, { q: text, followed: scope === 'following', limit: maxPeople }))
  return {
    items: products.slice(0, limit),
    tags: tagsAmong(products, text, formOf),
    people: people.map(({ bio: _bio, is_following: _is, ...person }) => person),
  }
}

const formOf = (text: string) => searchedText(text).toLowerCase()
