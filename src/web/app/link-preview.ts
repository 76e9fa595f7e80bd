import {
  type ShareCard,
  shareImage,
  shareImagePath,
  siteCard,
  tagline,
} from '../../shared/sharing/share-image.ts'

/** The site from which heads take the installation's address and name. */
export type Site = { appName: string; siteUrl: string }

/** The document head of 'Oops! Page not found'. */
export const notFoundHead = ({ appName }: Pick<Site, 'appName'>) => ({
  meta: [{ title: `Page not found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

type LinkPreview = {
  type: 'product' | 'profile' | 'article' | 'website'
  title: string
  description: string
  /** The page's own path, such as `/l/kettle-1a2b`. */
  path: string
  /** The card behind the share image and its text alternative. */
  card: ShareCard
  imageText: string
  /** Label and value that Slack and others show below, such as `Shared by` and a name. */
  facts?: [label: string, value: string][]
  /** Further Open Graph properties of the type. */
  more?: Record<string, string>
}

/**
 * The tags for link previews: Open Graph (ogp.me) and Twitter cards. Only programs read them, and they fetch the page
 * from the server: heads add them there only, so that they cost the browser no script.
 */
export function linkPreview(preview: LinkPreview, { appName, siteUrl }: Site) {
  const { title, description, facts = [], more = {} } = preview
  const pagePath = preview.type === 'website' ? '' : preview.path
  const image = siteUrl + shareImagePath(pagePath, preview.card)
  const properties: Record<string, string> = {
    'og:type': preview.type,
    'og:site_name': appName,
    'og:locale': 'en_US',
    'og:title': title,
    'og:description': description,
    'og:url': siteUrl + preview.path,
    'og:image': image,
    ...(image.startsWith('https:') && { 'og:image:secure_url': image }),
    'og:image:type': shareImage.type,
    'og:image:width': String(shareImage.width),
    'og:image:height': String(shareImage.height),
    'og:image:alt': preview.imageText,
    ...more,
  }
  const named: Record<string, string> = {
    'twitter:card': 'summary_large_image',
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
    'twitter:image:alt': preview.imageText,
    ...Object.fromEntries(
      facts.flatMap(([label, value], index) => [
        [`twitter:label${index + 1}`, label],
        [`twitter:data${index + 1}`, value],
      ]),
    ),
  }
  return [
    ...Object.entries(properties).map(([property, content]) => ({ property, content })),
    ...Object.entries(named).map(([name, content]) => ({ name, content })),
  ]
}

/** The address where programs ask for the embed data of the page at `url` (oembed.com, 4. Discovery). */
export const oembedLinks = (url: string, title: string, { siteUrl }: Site) =>
  (['json', 'xml'] as const).map((format) => ({
    rel: 'alternate',
    type: format === 'json' ? 'application/json+oembed' : 'text/xml+oembed',
    href: `${siteUrl}/api/oembed?url=${encodeURIComponent(url)}&format=${format}`,
    title,
  }))

const aboutTwoLines = 200

/** The first whole words of a text in one line, up to about two lines of a link preview. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= aboutTwoLines) return line
  return `${characters
    .slice(0, aboutTwoLines)
    .join('')
    .replace(/\s+\S*$/, '')}…`
}

/** The link preview of every page without one of its own. */
export const sitePreview = (path: string, site: Site) =>
  linkPreview(
    {
      type: 'website',
      title: site.appName,
      description: tagline,
      path,
      card: siteCard(site.appName),
      imageText: `${site.appName}: ${tagline}`,
    },
    site,
  )
