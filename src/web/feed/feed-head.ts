import { tagline } from '../../shared/sharing/share-image.ts'

/** The document head of the feed. Its link preview is the site's (routes/__root.tsx). */
export function feedHead({ siteUrl }: { siteUrl: string }) {
  return {
    // For search engines alone, so that no first visit loads it.
    meta: import.meta.env.SSR ? [{ name: 'description', content: tagline }] : [],
    links: [{ rel: 'canonical', href: `${siteUrl}/feed` }],
  }
}
