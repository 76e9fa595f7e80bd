// What public pages show, written from docs/product: product-page.md, storefront.md, lists.md, feed.md, moderation.md.

export type ModelPerson = {
  id: string
  name: string
  username: string
  isSuspended: boolean
  follows: Set<ModelPerson>
  picks: ModelProduct[]
}
export type ModelProduct = {
  id: string
  owner: ModelPerson
  asin: string
  title: string
  words: string | null
  category: string | null
  isHidden: boolean
  isDeleted: boolean
  /** Counted views, each of another network. */
  views: number
}
export type ModelList = {
  id: string
  owner: ModelPerson
  title: string
  /** Each address that it has had, the first one first. */
  slugs: string[]
  items: { id: string; product: ModelProduct }[]
  isPublic: boolean
  wasPublic: boolean
  isHidden: boolean
  refused: Set<ModelProduct>
  /** The step of its last change. */
  changed: number
}
export type Model = {
  people: ModelPerson[]
  /** In the order in which they were posted. */
  products: ModelProduct[]
  lists: ModelList[]
  /** The views that the last ranking counted. */
  ranked: Map<ModelProduct, number>
  /** The best of each category, by the last ranking. */
  best: Map<string, ModelProduct[]>
}

export const categories = ['home', 'kitchen']
const mostShown = 6

export const isListed = ({ owner, title, isHidden, isDeleted }: ModelProduct): boolean =>
  !isDeleted && !isHidden && title !== '' && !owner.isSuspended

export const shownIn = ({ items, refused }: ModelList): ModelProduct[] =>
  items.map(({ product }) => product).filter((one) => isListed(one) && !refused.has(one))

const isSeen = (list: ModelList): boolean =>
  list.isPublic && !list.isHidden && !list.owner.isSuspended && shownIn(list).length >= 3

const byRank = (score: (one: ModelProduct) => number) => (a: ModelProduct, b: ModelProduct) =>
  score(b) - score(a) || (a.id < b.id ? 1 : -1)

/** The first of each group, in order. */
function firstOf<T>(all: T[], groupOf: (one: T) => unknown): T[] {
  const seen = new Set<unknown>()
  return all.filter((one) => !seen.has(groupOf(one)) && seen.add(groupOf(one)))
}

/** What the hourly ranking makes of all views. */
export function rank(model: Model): void {
  const viewed = model.products.filter((one) => isListed(one) && one.views > 0)
  model.ranked = new Map(viewed.map((one) => [one, one.views]))
  for (const category of categories) {
    const ofCategory = viewed
      .filter((one) => one.category === category)
      .toSorted(byRank(({ views }) => views))
    model.best.set(
      category,
      firstOf(
        firstOf(ofCategory, ({ owner }) => owner),
        ({ asin }) => asin,
      ),
    )
  }
}

/** A product that others do not see any more, or that has left its category, is out of the ranking till the next. */
export function unrank({ best }: Model): void {
  for (const [category, products] of best)
    best.set(
      category,
      products.filter((one) => isListed(one) && one.category === category),
    )
}

const newestFirst = (products: ModelProduct[]) => products.toReversed()
const card = ({ id, title, owner }: ModelProduct) => `${id} ${title} ${owner.name}`
const listedOf = ({ products }: Model, owner: ModelPerson) =>
  newestFirst(products.filter((one) => one.owner === owner && isListed(one)))
const listsOf = ({ lists }: Model, owner: ModelPerson) =>
  lists.filter((one) => one.owner === owner && isSeen(one)).toSorted((a, b) => b.changed - a.changed)
const followersOf = ({ people }: Model, person: ModelPerson) =>
  people.filter(({ follows }) => follows.has(person)).length

/** Cards of everyone's feed, or of a category. */
export const feed = ({ products }: Model, category?: string): string[] =>
  newestFirst(products)
    .filter((one) => isListed(one) && (category === undefined || one.category === category))
    .map(card)

/** A storefront by its tabs; null where nobody sees it. */
export function storefront(model: Model, person: ModelPerson) {
  if (person.isSuspended) return null
  const listed = listedOf(model, person)
  const lists = listsOf(model, person)
  const counts = categories.map(
    (slug) => [slug, listed.filter((one) => one.category === slug).length] as const,
  )
  const popular = listed
    .filter((one) => model.ranked.has(one))
    .toSorted(byRank((one) => model.ranked.get(one) ?? 0))
  return {
    products: {
      name: person.name,
      username: person.username,
      followers: followersOf(model, person),
      following: person.follows.size,
      productsCount: listed.length,
      picks: person.picks.filter(isListed).map(card),
      // The fullest first; of equal ones in the order of all categories.
      categories: counts.filter(([, n]) => n > 0).toSorted(([, a], [, b]) => b - a),
      listsCount: lists.length,
      products: listed.map(card),
    },
    popular: popular.map(card),
    lists: lists.map((list) => ({
      id: list.id,
      title: list.title,
      count: shownIn(list).length,
      pictures: shownIn(list)
        .slice(0, 4)
        .map(({ id, title }) => `${id} ${title}`),
    })),
  }
}

/** The page of a list; null where nobody sees it. */
export const listPage = (list: ModelList) =>
  isSeen(list)
    ? {
        title: list.title,
        slug: list.slugs.at(-1),
        owner: list.owner.name,
        username: list.owner.username,
        items: shownIn(list).map(card),
      }
    : null

/** A product's page, and where it leads; null where nobody sees it. */
export function productPage(model: Model, product: ModelProduct) {
  const { owner } = product
  if (owner.isSuspended || (product.isHidden && !product.isDeleted)) return null
  const onPage = new Set([product.asin])
  const others = listedOf(model, owner).filter((one) => one !== product)
  const more = chosen(others, onPage)
  const best = (product.category && !product.isDeleted && model.best.get(product.category)) || []
  return {
    product: product.isDeleted ? null : `${product.id} ${product.title} ${owner.name} ${product.words}`,
    curator: `${owner.name} ${followersOf(model, owner)} ${listedOf(model, owner).length}`,
    inLists: product.isDeleted
      ? []
      : listsOf(model, owner)
          .filter((list) => shownIn(list).includes(product))
          .slice(0, 3)
          .map(({ id, title }) => `${id} ${title}`),
    more: more.map(({ id, title }) => `${id} ${title}`),
    also: product.isDeleted ? [] : alsoLoved(model, product),
    category: product.isDeleted ? null : product.category,
    ofCategory: chosen(
      best.filter((one) => one.owner !== owner),
      onPage,
    ).map(({ id, title }) => `${id} ${title}`),
  }
}

/** The first six whose item stands nowhere on the page yet. */
function chosen(candidates: ModelProduct[], onPage: Set<string>): ModelProduct[] {
  const shown: ModelProduct[] = []
  for (const one of candidates)
    if (shown.length < mostShown && !onPage.has(one.asin)) {
      onPage.add(one.asin)
      shown.push(one)
    }
  return shown
}

/** Others who share the same item and say something of it: the best ranked first, then the newest, nobody twice. */
function alsoLoved(model: Model, { owner, asin }: ModelProduct): string[] {
  const sharing = model.products
    .filter((one) => one.asin === asin && one.owner !== owner && one.words !== null && isListed(one))
    .toSorted(byRank((one) => model.ranked.get(one) ?? 0))
  return firstOf(sharing, (one) => one.owner)
    .slice(0, 5)
    .map((one) => `${one.owner.name} ${followersOf(model, one.owner)} ${one.id} ${one.words}`)
}
