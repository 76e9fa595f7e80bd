import { fullName } from '../full-name.ts'
import { toneOf } from '../pictures/title-card.ts'
import { displayTitle } from '../product.ts'

/** The owner of the page, with the address of their picture if they have one. */
export type Creator = { name: string; username: string; avatar: string | null }

/** `photo` is the address of the creator's own; null without one, where the title has a colour. */
export type ProductCard = {
  kind: 'product'
  appName: string
  title: string
  photo: string | null
  tone: number | null
  creator: Creator
}
/** A product on its creator's card: their own photo, or without one the sign of its category. */
export type Find = { photo: string } | { sign: string }

/** A person's own page, with the best of what they share. */
export type ProfileCard = { kind: 'profile'; appName: string; creator: Creator; finds: Find[] }
/** A list: its cover, or the photos and signs of its first products; the title has a colour where it has neither. */
export type ListCard = Omit<ProductCard, 'kind' | 'photo'> & {
  kind: 'list'
  cover: string | null
  finds: Find[]
}
type SiteCard = { kind: 'site'; appName: string }

/** All that a share image shows. All of it is public, without a price, since apps keep images. */
export type ShareCard = ProductCard | ProfileCard | ListCard | SiteCard

/** The site's description, on its share image and in other one-line places. */
export const tagline = 'Share products, earn together'

/** Width, height and type of every share image: what each of the big apps shows large. */
export const shareImage = { width: 1200, height: 630, type: 'image/jpeg' } as const

/** Raise it when images are drawn differently, so that all of them get new addresses. */
const design = 1

type Product = {
  title: string
  asin: string
  image_url: string | null
  image_source: string | null
  profiles: { first_name: string; username: string; avatar_url: string | null }
}

/** The share card of a product as strangers see it. Its photo is the creator's own or none: Amazon's are not ours. */
export function productCard(product: Product, appName: string): ProductCard {
  const title = displayTitle(product)
  const photo = ownPhotoOf(product)
  const { first_name, username, avatar_url } = product.profiles
  return {
    kind: 'product',
    appName,
    title,
    photo,
    tone: photo ? null : toneOf(title),
    creator: { name: first_name, username, avatar: avatar_url },
  }
}

type List = {
  title: string
  cover_url: string | null
  pictures: { image_url: string | null; sign: string | null }[]
  profiles: Product['profiles']
}

/** The share card of a public list: its pictures are own photos. */
export function listCard({ title, cover_url: cover, pictures, profiles }: List, appName: string): ListCard {
  const photos = pictures.flatMap(({ image_url: photo }) => (photo === null ? [] : { photo }))
  const signs = [
    ...new Set(pictures.flatMap(({ image_url, sign }) => (image_url === null && sign ? sign : []))),
  ]
  const all = [...photos, ...signs.map((sign) => ({ sign }))]
  const finds = cover === null ? all.slice(0, all.length < maxFinds ? 1 : maxFinds) : []
  return {
    kind: 'list',
    appName,
    title,
    cover,
    finds,
    tone: cover === null && finds.length === 0 ? toneOf(title) : null,
    creator: { name: profiles.first_name, username: profiles.username, avatar: profiles.avatar_url },
  }
}

type Profile = { first_name: string; last_name: string; username: string; avatar_url: string | null }
type Listed = Pick<Product, 'image_url' | 'image_source'> & {
  id: string
  clicks_count: number
  sign: string | null
}

/** A person's picks in their order, and their newest products. */
type Shared = { picks: Listed[]; newest: Listed[] }

/** How many products fill a profile's card; where there are fewer, the best alone does. */
const maxFinds = 4

/** The share card of a public profile with the best of its products. */
export const profileCard = (profile: Profile, shared: Shared, appName: string): ProfileCard => ({
  kind: 'profile',
  appName,
  creator: {
    name: fullName(profile),
    username: profile.username,
    avatar: profile.avatar_url,
  },
  finds: bestOf(shared),
})

/**
 * Products with a photo of the creator's own: picks, then the most clicked of the newest, in the order of these lists,
 * so that clicks alone seldom change the image; then signs of the others' categories.
 */
function bestOf({ picks, newest }: Shared): Find[] {
  const picked = new Set(picks.map(({ id }) => id))
  const others = newest.filter(({ id }) => !picked.has(id))
  const products = [...picks, ...others]
  const byClicks = [...picks, ...others.toSorted((a, b) => b.clicks_count - a.clicks_count)]
  const withPhoto = byClicks.filter((product) => ownPhotoOf(product))
  const signs = new Set(byClicks.flatMap((product) => (ownPhotoOf(product) ? [] : (product.sign ?? []))))
  const shown = withPhoto.length + signs.size < maxFinds ? 1 : maxFinds
  const best = new Set(withPhoto.slice(0, shown))
  const photos = products
    .filter((product) => best.has(product))
    .flatMap((product) => ownPhotoOf(product) ?? [])
  return [...photos.map((photo) => ({ photo })), ...[...signs].map((sign) => ({ sign }))].slice(0, shown)
}

/** The address of the creator's own photo, or null: Amazon's are not ours to pass on. */
const ownPhotoOf = ({ image_url, image_source }: Pick<Product, 'image_url' | 'image_source'>) =>
  image_source === 'owner' ? image_url : null

/** The share card of the site, for every page without its own. */
export const siteCard = (appName: string): SiteCard => ({ kind: 'site', appName })

/** The address of a page's share image, below the page's own path ('' for the site's). It changes with its content. */
export const shareImagePath = (page: string, card: ShareCard): string =>
  `${page}/preview.jpg?v=${shareCardVersion(card)}`

/** A hash of a card's content, in at most 11 letters and digits: cyrb53 by bryc (public domain), written in base 36. */
export function shareCardVersion(card: object): string {
  let high = 0xdeadbeef ^ design
  let low = 0x41c6ce57 ^ design
  for (const character of JSON.stringify(card)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
