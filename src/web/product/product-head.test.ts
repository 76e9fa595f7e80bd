import { describe, expect, it } from 'vitest'
import type { ProductData } from './product-data.ts'
import { productHead } from './product-head.ts'

const site = { appName: 'Folio', siteUrl: 'https://folio.example' }

const kettle: ProductData = {
  id: '00000000-0000-7000-8000-000000000001',
  user_id: '00000000-0000-7000-8000-000000000002',
  short_link_id: 'kettle-0001',
  asin: 'B0KETTLE01',
  title: 'Gooseneck kettle',
  description: 'A stovetop kettle.',
  user_comment: 'Slow pour,\nno drips.',
  image_url: '/storage/v1/object/public/avatars/products/kettle.webp',
  image_source: 'owner',
  image_side: null,
  photos: [],
  price_usd: 68.5,
  price_as_of: '2026-11-21T09:40:00.000Z',
  created_at: '2026-11-20T09:40:00.000Z',
  profiles: { first_name: 'Theo', username: 'theo', avatar_url: null },
  tags: null,
  is_categorized: true,
  categories: { id: '00000000-0000-7000-8000-000000000003', name: 'Kitchen', slug: 'kitchen' },
  shop_url: 'https://www.amazon.com/dp/B0KETTLE01',
  amazon_host: 'amazon.com',
  elsewhere: [],
  list_link: null,
  hidden: null,
  owner: null,
}

/** The head as names with their contents. */
function headOf(product: ProductData) {
  const { meta, links } = productHead(product, site)
  const named: Record<string, unknown> = { canonical: links[0]?.href }
  for (const tag of meta) {
    if ('title' in tag) named.title = tag.title
    else if ('script:ld+json' in tag) named.data = tag['script:ld+json']
    else named[('name' in tag ? tag.name : tag.property) as string] = tag.content
  }
  return named
}

describe('the document head of a product page', () => {
  it('asks search engines not to index a product without a title of its own (decision 54)', () => {
    expect(headOf({ ...kettle, title: '' })).toMatchObject({
      title: 'Amazon item B0KETTLE01 · Folio',
      robots: 'noindex',
    })
  })

  it('names the product, its address and its share image', () => {
    const head = headOf(kettle)
    const image = expect.stringMatching(/^https:\/\/folio\.example\/l\/kettle-0001\/preview\.jpg\?v=\w+$/)
    expect(head).toEqual({
      title: 'Gooseneck kettle · Folio',
      description: 'Slow pour, no drips.',
      robots: 'index, follow',
      canonical: 'https://folio.example/l/kettle-0001',
      'og:type': 'product',
      'og:site_name': 'Folio',
      'og:locale': 'en_US',
      'og:title': 'Gooseneck kettle',
      'og:description': 'Slow pour, no drips.',
      'og:url': 'https://folio.example/l/kettle-0001',
      'og:image': image,
      'og:image:secure_url': image,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Gooseneck kettle, shared by Theo (@theo) on Folio',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Gooseneck kettle',
      'twitter:description': 'Slow pour, no drips.',
      'twitter:image': image,
      'twitter:image:alt': 'Gooseneck kettle, shared by Theo (@theo) on Folio',
      'twitter:label1': 'Shared by',
      'twitter:data1': 'Theo (@theo)',
      'twitter:label2': 'Category',
      'twitter:data2': 'Kitchen',
      data: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Gooseneck kettle',
        description: 'Slow pour, no drips.',
        url: 'https://folio.example/l/kettle-0001',
        image: 'https://folio.example/storage/v1/object/public/avatars/products/kettle.webp',
        category: 'Kitchen',
        offers: {
          '@type': 'Offer',
          price: '68.50',
          priceCurrency: 'USD',
          priceValidUntil: '2026-11-22T09:40:00.000Z',
          url: 'https://folio.example/l/kettle-0001',
        },
      },
    })
  })

  it.each(['amazon', 'sample'] as const)(
    "never shares a picture that is not the creator's own: %s",
    (source) => {
      const others = { ...kettle, image_source: source, image_url: 'https://m.media-amazon.com/a.jpg' }
      const head = headOf(others)
      expect(JSON.stringify(head)).not.toContain('media-amazon')
      expect(head.data).not.toHaveProperty('image')
      // The share image is the card of a product without a picture.
      expect(head['og:image']).toBe(headOf({ ...kettle, image_source: null, image_url: null })['og:image'])
      expect(head['og:image']).not.toBe(headOf(kettle)['og:image'])
    },
  )

  it('has no offer without a price that may be shown', () => {
    const head = headOf({ ...kettle, price_usd: null, price_as_of: null })
    expect(head.data).not.toHaveProperty('offers')
  })

  it('describes a product without words by who shared it', () => {
    const head = headOf({ ...kettle, title: '', user_comment: null, description: null })
    expect(head.title).toBe('Amazon item B0KETTLE01 · Folio')
    expect(head.description).toBe('Shared by Theo on Folio.')
  })

  it.each([
    ['at a word', 'word '.repeat(100), /word…$/],
    ['between characters where there are no words', '🫖'.repeat(300), /^(🫖){200}…$/u],
  ])('shortens a long description %s', (_where, user_comment, end) => {
    const description = headOf({ ...kettle, user_comment }).description as string
    expect([...description].length).toBeLessThanOrEqual(201)
    expect(description).toMatch(end)
  })
})
