import type { z } from 'zod'
import { searchProducts } from '../folio/index.ts'
import { findPeople } from '../people/index.ts'
import type { Context } from '../platform/context.ts'
import { withoutAccents } from '../shared/text.ts'
import type { feedContract } from './contract.ts'
import { type Asked, askedBy, insteadOf, tagsAmong } from './search-rules.ts'
import { meantText } from './words/service.ts'

type Search = (typeof feedContract)['GET /api/v1/search']
type Query = z.output<Search['query']>
type Found = Omit<z.input<Search['response']>, 'instead'>

const mostPeople = 3
/** Products from which tags are collected; fewer of them are shown. */
const readForTags = 24

/**
 * Products, tags and people that match a text, each the best first. Where nothing matches, the results for the text
 * with one letter corrected, and that text. Throws `not_authenticated` for the following scope without a caller.
 */
export async function search(context: Context, query: Query): Promise<z.input<Search['response']>> {
  const asked = askedBy(query.q)
  const found = await find(context, query, asked)
  if (!isNothing(found)) return { ...found, instead: null }
  const meant = await meantText(context, asked.text)
  const instead = meant === null ? found : await find(context, query, { ...asked, text: meant })
  return { ...instead, instead: meant === null || isNothing(instead) ? null : insteadOf(asked, meant) }
}

const isNothing = ({ items, people }: Found) => items.length === 0 && people.length === 0

async function find(
  context: Context,
  { scope, category, limit }: Query,
  { text, isTag, isPerson }: Asked,
): Promise<Found> {
  const [products, people] = await Promise.all([
    isPerson || !text
      ? []
      : searchProducts(context, {
          q: text,
          ...(isTag && { tag: text }),
          scope,
          category,
          limit: Math.max(limit, readForTags),
        }),
    isTag || !text
      ? []
      : findPeople(context, { q: text, followed: scope === 'following', limit: mostPeople }),
  ])
  return {
    items: products.slice(0, limit),
    tags: tagsAmong(products, text, formOf),
    people: people.map(({ bio: _bio, is_following: _is, ...person }) => person),
  }
}

const formOf = (text: string) => withoutAccents(text).toLowerCase()
