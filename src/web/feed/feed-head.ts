import { tagline } from '../../shared/share-image.ts'

/** The document head of the feed. Its link preview is the site's (routes/__root.tsx). */
export function feedHead({ siteUrl }: { siteUrl: string }) {
  return {
    meta: [{ name: 'description', content: tagline }],
    links: [{ rel: 'canonical', href: `${siteUrl}/feed` }],
  }
}
