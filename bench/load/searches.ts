import type pg from 'pg'

/** What is typed into a search; each takes one of the texts at random. `query` narrows it. */
type Search = { what: string; texts: string[]; query?: string }

/** A call that searches, and the one that finds the same kind of thing by its key. */
export type SearchCall = { path: string; searches: Search[]; lookup: { path: string; keys: string[] } }

const frequentWords = ['lamp', 'mug', 'kettle', 'candle', 'walnut', 'merino', 'kitchen', 'home']
const unknownWords = ['xylophone', 'quokka', 'fjord', 'zeppelin', 'pyjamas']

/** Searches for products: `rareTexts` are each in the title of one alone, their first digits in some thousand. */
const productSearches = (rareTexts: string[]): Search[] => [
  { what: 'products: a frequent word', texts: frequentWords },
  { what: 'products: a text that few have', texts: rareTexts.map((text) => text.slice(0, 'no. 123'.length)) },
  { what: 'products: a text that one has', texts: rareTexts },
  { what: 'products: an unknown word', texts: unknownWords },
  {
    what: 'products: two frequent words',
    texts: ['kettle travel', 'garden oak', 'brass chair', 'merino mug'],
  },
  // The index finds each of them a hundred thousand times.
  { what: 'products: frequent words of different ones', texts: ['lamp kettle', 'mug vase', 'walnut linen'] },
  { what: 'products: two letters', texts: ['la', 'mu', 'zq', 'xj', 'no', 'oa'] },
  { what: 'products followed: a frequent word', texts: frequentWords, query: '&scope=following' },
  // All of these lie in Inboxes.
  {
    what: 'products of a category: one frequent elsewhere',
    texts: ['lamp', 'vase'],
    query: '&category=home',
  },
  { what: 'products of a full category: an unknown word', texts: unknownWords, query: '&category=home' },
]

type Name = { first: string; last: string; username: string }

const peopleSearches = (people: Name[]): Search[] => [
  { what: 'people: a frequent name', texts: ['maya', 'kofi', 'okafor', 'lindqvist', 'creator'] },
  { what: 'people: a rare name', texts: people.map(({ first, last }) => `${first} ${last}`.toLowerCase()) },
  { what: 'people: a username', texts: people.map(({ username }) => username) },
  {
    what: 'people: with and without accents',
    texts: ['ines', 'INÉS', 'soren', 'Çelik', 'lukasz', 'Grunwald'],
  },
  { what: 'people: one or two letters', texts: ['jo', 'ma', 'lu', 'zq', 'a', 'x', 'ñ'] },
  { what: 'people: an unknown name', texts: unknownWords },
]

/** The searches to measure in a database full of made-up data. */
export async function searchCalls(pool: pg.Pool): Promise<SearchCall[]> {
  const products = await someProducts(pool)
  const people = await somePeople(pool)
  return [
    {
      path: '/api/v1/products/search',
      searches: productSearches(products.map(({ rare }) => rare)),
      lookup: { path: '/api/v1/products/', keys: products.map(({ link }) => link) },
    },
    {
      path: '/functions/v1/people-search',
      searches: peopleSearches(people),
      lookup: { path: '/api/v1/profiles/', keys: people.map(({ username }) => username) },
    },
  ]
}

/** Products from all over the year. */
async function someProducts(pool: pg.Pool): Promise<{ link: string; rare: string }[]> {
  const { rows } = await pool.query(`
    select s.id as link, lower(substring(p.title from 'No\\. \\d+')) as rare
    from products p join short_links s on s.product_id = p.id
    where p.deleted_at is null and p.metadata_source <> 'sample' and p.title like '%No. %'
    order by hashtext(s.id) limit 1000`)
  return rows
}

async function somePeople(pool: pg.Pool): Promise<Name[]> {
  const { rows } = await pool.query(`
    select first_name as first, last_name as last, username from profiles
    where username like 'creator-%' order by hashtext(username) limit 1000`)
  return rows
}
