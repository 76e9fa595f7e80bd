/**
 * Made-up items that stand in when Amazon cannot be read (docs/product/add-item.md#sample-details). The pictures are
 * Folio's own drawings.
 */
export const sampleItems = [
  {
    title: 'Everyday Canvas Tote Bag',
    description:
      'A roomy cotton tote with an inner pocket, sturdy handles and a flat base that stands by itself.',
    price_usd: 34,
    tags: ['fashion', 'bag', 'everyday'],
    image_url: '/art/bag.svg',
  },
  {
    title: 'Illustrated Field Guide to Garden Birds',
    description: 'Over two hundred hand-painted plates with notes on song, season and where to look.',
    price_usd: 22.5,
    tags: ['books', 'nature', 'gift'],
    image_url: '/art/book.svg',
  },
  {
    title: 'Cedar and Fig Soy Candle',
    description: 'Hand-poured soy wax in a reusable glass. Burns evenly for about forty-five hours.',
    price_usd: 18,
    tags: ['home', 'candle', 'cozy'],
    image_url: '/art/candle.svg',
  },
  {
    title: 'Bentwood Lounge Chair',
    description: 'A curved ash frame with a woven seat, light enough to move from window to fireside.',
    price_usd: 189,
    tags: ['home', 'furniture', 'living room'],
    image_url: '/art/chair.svg',
  },
  {
    title: 'Round Tortoiseshell Sunglasses',
    description: 'Polarised lenses in a light acetate frame, with a soft case and cloth.',
    price_usd: 42,
    tags: ['fashion', 'summer', 'accessories'],
    image_url: '/art/glasses.svg',
  },
  {
    title: 'Wireless Over-Ear Headphones',
    description: 'Thirty hours of music, soft memory-foam cushions and a fold-flat travel shape.',
    price_usd: 79.99,
    tags: ['electronics', 'audio', 'travel'],
    image_url: '/art/headphones.svg',
  },
  {
    title: 'Gooseneck Pour-Over Kettle',
    description: 'A slow, steady stream for better coffee, with a thermometer set in the lid.',
    price_usd: 54,
    tags: ['kitchen', 'coffee', 'morning'],
    image_url: '/art/kettle.svg',
  },
  {
    title: 'Dimmable Linen Table Lamp',
    description: 'A warm, glare-free light with three steps of brightness and a natural linen shade.',
    price_usd: 46,
    tags: ['home', 'lighting', 'bedroom'],
    image_url: '/art/lamp.svg',
  },
  {
    title: 'Satin Finish Lipstick in Rosewood',
    description: 'A buildable everyday shade that stays soft and never feels dry.',
    price_usd: 16,
    tags: ['beauty', 'makeup', 'everyday'],
    image_url: '/art/lipstick.svg',
  },
  {
    title: 'Speckled Stoneware Mug',
    description: 'A generous twelve-ounce mug with a thumb rest, safe in dishwasher and microwave.',
    price_usd: 14.5,
    tags: ['kitchen', 'ceramics', 'coffee'],
    image_url: '/art/mug.svg',
  },
  {
    title: 'Potted Monstera in Terracotta',
    description: 'An easy-going houseplant with split leaves, in a matching pot and saucer.',
    price_usd: 38,
    tags: ['home', 'plants', 'green'],
    image_url: '/art/plant.svg',
  },
  {
    title: 'Lightweight Knit Running Sneaker',
    description: 'A breathable upper on a springy sole, made for daily miles and long walks.',
    price_usd: 88,
    tags: ['fitness', 'shoes', 'running'],
    image_url: '/art/sneaker.svg',
  },
  {
    title: 'Compact Bluetooth Speaker',
    description: 'Full sound from a palm-sized, splash-proof speaker that plays for twelve hours.',
    price_usd: 39.99,
    tags: ['electronics', 'audio', 'outdoors'],
    image_url: '/art/speaker.svg',
  },
  {
    title: 'Ribbed Ceramic Bud Vase',
    description: 'A small matte vase for a single stem, glazed inside so that it holds water.',
    price_usd: 21,
    tags: ['home', 'ceramics', 'decor'],
    image_url: '/art/vase.svg',
  },
  {
    title: 'Minimalist Leather Strap Watch',
    description: 'A quiet dial, a slim case and a strap that grows softer with every wear.',
    price_usd: 95,
    tags: ['fashion', 'watch', 'gift'],
    image_url: '/art/watch.svg',
  },
] as const

type SampleItem = {
  asin: string
  title: string
  description: string
  price_usd: number
  tags: string[]
  image_url: string
}

const asinCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * A random sample item with a made-up ASIN starting with B0 (docs/product/add-item.md#sample-details). `random` gives
 * numbers in [0, 1). Its price is for the dialog alone and is never stored.
 */
export function randomSample(random: () => number = Math.random): SampleItem {
  const pick = <T>(from: ArrayLike<T>): T => from[Math.floor(random() * from.length)] as T
  const item = pick(sampleItems)
  const asin = `B0${Array.from({ length: 8 }, () => pick(asinCharacters)).join('')}`
  return { ...item, tags: [...item.tags], asin }
}

/** Every title that is a sample's. */
export const sampleTitles: readonly string[] = sampleItems.map((item) => item.title)

const titles: ReadonlySet<string> = new Set(sampleTitles)
const descriptions: ReadonlySet<string> = new Set(sampleItems.map((item) => item.description))

/** True while a title is still a sample's: the owner has not rewritten it. */
export const isSampleTitle = (title: string): boolean => titles.has(title.trim())

/** True while a description is still a sample's. */
export const isSampleDescription = (description: string): boolean => descriptions.has(description.trim())

/**
 * Tags without those of a sample. A sample's tags are recognised by being complete: once its owner has removed one, the
 * others count as chosen (decision 54).
 */
export function withoutSampleTags(tags: readonly string[] | null | undefined): string[] {
  const sample = sampleItems.find((item) => item.tags.every((tag) => tags?.includes(tag)))
  return (tags ?? []).filter((tag) => !sample?.tags.some((one) => one === tag))
}
