/** How a creator of the demo has arranged their storefront. */
type StorefrontPlan = {
  /** First name of its owner. */
  of: string
  /** A drawn kitchen, or a shelf with some of their things. */
  cover: 'kitchen' | 'shelf'
  links: string[]
}

export const storefronts: readonly StorefrontPlan[] = [
  {
    of: 'Maya',
    cover: 'kitchen',
    links: [
      'https://www.instagram.com/mayafinds',
      'https://www.tiktok.com/@mayafinds',
      'https://www.youtube.com/@mayafinds',
      'https://mayafinds.example/',
    ],
  },
  { of: 'Theo', cover: 'shelf', links: ['https://theo-lindqvist.example/', 'https://bsky.app/profile/theo'] },
  {
    of: 'Inés',
    cover: 'shelf',
    links: ['https://www.pinterest.com/inesathome', 'https://www.instagram.com/inesathome'],
  },
  {
    of: 'Kofi',
    cover: 'shelf',
    links: ['https://www.youtube.com/@kofiruns', 'https://www.tiktok.com/@kofiruns'],
  },
  { of: 'Sora', cover: 'shelf', links: ['https://sora.substack.com/', 'https://www.threads.com/@onebag'] },
]
