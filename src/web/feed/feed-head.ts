/** The document head of the feed, with its link preview. */
export function feedHead({ appName, siteUrl }: { appName: string; siteUrl: string }) {
  const description = 'Share products, earn together'
  const url = `${siteUrl}/feed`
  return {
    meta: [
      { name: 'description', content: description },
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: appName },
      { property: 'og:title', content: appName },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:image', content: `${siteUrl}/icons/512.png` },
      { name: 'twitter:card', content: 'summary' },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
