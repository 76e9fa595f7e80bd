import { escapeHtml } from '../text.ts'

/** What a card on another site takes, in pixels, and the least in which it can be read. */
export const embedSize = { width: 480, height: 180 }
export const leastEmbedSize = { width: 240, height: 96 }

/** Where the card of the page at a path is. */
export const embedPath = (path: string): string => `/embed${path}`

type Embedded = { origin: string; path: string; title: string; width?: number; height?: number }

/**
 * The HTML that shows a card on another site (docs/product/embeds.md#the-code). It runs nothing there, and may only
 * open the page that it leads to.
 */
export const embedCode = ({ origin, path, title, ...size }: Embedded): string => {
  const { width, height } = { ...embedSize, ...size }
  return (
    `<iframe src="${escapeHtml(origin + embedPath(path))}" title="${escapeHtml(title)}" ` +
    `width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" ` +
    `sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
  )
}
