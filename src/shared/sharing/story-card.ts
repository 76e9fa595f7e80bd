import { displayTitle, publicTitle, type Titled } from '../product.ts'

/** The layouts of a story card; the first needs a photo of the creator's own. */
export const storyLayouts = ['photo', 'paper', 'ink'] as const

export type StoryLayout = (typeof storyLayouts)[number]

/** Width, height and type of a story card: what the phone apps' stories show whole. */
export const storySize = { width: 1080, height: 1920, type: 'image/png' } as const

/** All that a story card shows. All of it is public, without a price, since apps keep pictures. */
export type StoryCard = {
  kind: 'story'
  layout: StoryLayout
  appName: string
  title: string
  /** The creator's words; where there are none, the title stands in their place. */
  words: string | null
  photo: string | null
  username: string
  /** The short link, as it is scanned. */
  link: string
}

type Product = Titled & {
  asin: string
  short_link_id: string
  user_comment: string | null
  image_url: string | null
  image_source: string | null
  photos: { image_url: string }[]
  profiles: { username: string }
}

/** The creator's own first photo, or null: Amazon's are not ours to pass on. */
export const storyPhotoOf = ({ image_url, image_source, photos }: Product): string | null =>
  image_source === 'owner' ? image_url : (photos[0]?.image_url ?? null)

/** The story card of a product, as strangers see it; null for the layout of a photo without one. */
export function storyCard(
  product: Product,
  layout: StoryLayout,
  { appName, siteUrl }: { appName: string; siteUrl: string },
): StoryCard | null {
  const photo = layout === 'photo' ? storyPhotoOf(product) : null
  if (layout === 'photo' && photo === null) return null
  return {
    kind: 'story',
    layout,
    appName,
    title: displayTitle({ title: publicTitle(product), asin: product.asin }),
    words: product.user_comment?.trim() || null,
    photo,
    username: product.profiles.username,
    link: `${siteUrl}/l/${product.short_link_id}`,
  }
}

/** Where a product's story card is, below `/l/{short link}`. */
export const storyPath = (shortLinkId: string, layout: StoryLayout): string =>
  `/l/${shortLinkId}/story-${layout}.png`
