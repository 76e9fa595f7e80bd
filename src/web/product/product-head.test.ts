import { describe, expect, it } from 'vitest'
import type { ProductData } from './card-data.ts'
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
  price_usd: 68.5,
  price_as_of: '2026-11-21T09:40:00.000Z',
  created_at: '2026-11-20T09:40:00.000Z',
  profiles: { first_name: 'Theo', username: 'theo', avatar_url: null },
  tags: null,
  is_categorized: true,
  categories: { id: '00000000-0000-7000-8000-000000000003', name: 'Kitchen', slug: 'kitchen' },
  shop_url: 'https://www.amazon.com/dp/B0KETTLE01',
  amazon_host: 'amazon.com',
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
  it('names the product, its address and its picture', () => {
    expect(headOf(kettle)).toEqual({
      title: 'Gooseneck kettle · Folio',
      description: 'Slow pour, no drips.',
      robots: 'index, follow',
      canonical: 'https://folio.example/l/kettle-0001',
      'og:type': 'product',
      'og:site_name': 'Folio',
      'og:title': 'Gooseneck kettle',
      'og:description': 'Slow pour, no drips.',
      'og:url': 'https://folio.example/l/kettle-0001',
      'og:image': 'https://folio.example/storage/v1/object/public/avatars/products/kettle.webp',
      'product:price:amount': '68.50',
      'product:price:currency': 'USD',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Gooseneck kettle',
      'twitter:description': 'Slow pour, no drips.',
      'twitter:image': 'https://folio.example/storage/v1/object/public/avatars/products/kettle.webp',
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
          url: 'https://folio.example/l/kettle-0001',
        },
      },
    })
  })

  it.each(['amazon', 'sample'] as const)(
    "never shares a picture that is not the creator's own: %s",
    (source) => {
      const head = headOf({ ...kettle, image_source: source, image_url: 'https://m.media-amazon.com/a.jpg' })
      expect(head).not.toHaveProperty('og:image')
      expect(head).not.toHaveProperty('twitter:image')
      expect(head['twitter:card']).toBe('summary')
      expect(head.data).not.toHaveProperty('image')
    },
  )

  it('offers nothing without a price that may be shown', () => {
    const head = headOf({ ...kettle, price_usd: null, price_as_of: null })
    expect(head).not.toHaveProperty('product:price:amount')
    expect(head.data).not.toHaveProperty('offers')
  })

  it('describes a product without words by who shared it', () => {
    const head = headOf({ ...kettle, title: '', user_comment: null, description: null })
    expect(head.title).toBe('Amazon item B0KETTLE01 · Folio')
    expect(head.description).toBe('Shared by Theo on Folio.')
  })

  it('shortens a long description at a word', () => {
    const description = headOf({ ...kettle, user_comment: 'word '.repeat(100) }).description as string
    expect(description.length).toBeLessThanOrEqual(201)
    expect(description).toMatch(/word…$/)
  })
})
