import { createHash } from 'node:crypto'
import { escapeHtml } from '../../shared/text.ts'

/** What a card on another site shows of a page of ours. */
export type EmbedCard = {
  appName: string
  /** The page's own address. */
  url: string
  title: string
  /** The creator's words, or none. */
  words: string | null
  /** Such as 'Shared by @maya'. */
  by: string
  /** The address of the creator's own photo; null without one, where the title stands alone. */
  photo: string | null
}

// By hash in the policy, so that no other style can be written into the page.
const styles = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1f1b16;--ink-2:#574e44;--ink-3:#6b6054;--line:#e9e2d8;--accent:#b23a0b}
@media(prefers-color-scheme:dark){:root{--paper:#1f1b17;--ink:#f5efe7;--ink-2:#cfc4b7;--ink-3:#a99d8f;--line:#3a332c;--accent:#ff9a6c}}
*{box-sizing:border-box;margin:0}
html,body,main{height:100%;background:transparent}
body{font:14px/20px system-ui,sans-serif;color:var(--ink)}
a,.gone{display:flex;height:100%;max-width:640px;max-height:280px;overflow:hidden;border:1px solid var(--line);border-radius:16px;background:var(--paper);color:inherit;text-decoration:none}
a:focus-visible{outline:2px solid var(--ink);outline-offset:-4px}
img{flex:none;height:100%;aspect-ratio:1;object-fit:cover}
div{display:flex;flex:1;min-width:0;flex-direction:column;gap:6px;padding:14px 16px}
h1,q{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
h1{flex:none;font:600 17px/22px Georgia,serif}
q{font:italic 15px/21px Georgia,serif;color:var(--ink-2);quotes:none}
p{display:flex;gap:8px;margin-top:auto;font-size:12px;line-height:16px;color:var(--ink-3);white-space:nowrap}
p span{overflow:hidden;text-overflow:ellipsis}
b{margin-inline-start:auto;color:var(--accent)}
@media(max-width:359px){img{width:34%;aspect-ratio:auto}b{display:none}}
@media(max-height:139px){q{display:none}div{padding:10px 14px}}
`

/**
 * A card on another site: no script, no style but its own, pictures of ours alone. It may stand in any frame; all other
 * pages may stand in none.
 */
export const embedPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
  '<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">' +
  `<style>${styles}</style></head><body>${body}</body></html>`

/** The card as a page of its own, all of it one link, which opens a tab. */
export const embedHtml = ({ appName, url, title, words, by, photo }: EmbedCard): string =>
  document(
    `${title} · ${appName}`,
    `<main><a href="${escapeHtml(url)}" target="_blank" rel="noopener">` +
      (photo ? `<img src="${escapeHtml(photo)}" alt="" width="180" height="180">` : '') +
      `<div><h1 dir="auto">${escapeHtml(title)}</h1>${words ? `<q dir="auto">${escapeHtml(words)}</q>` : ''}` +
      `<p><span>${escapeHtml(by)}</span><b>${escapeHtml(`See it on ${appName}`)}</b></p></div></a></main>`,
  )

/** The card of what is not there, or not for everyone. */
export const missingEmbedHtml = (appName: string): string =>
  document(
    `Not found · ${appName}`,
    `<main class="gone"><div><h1>This is not here any more.</h1><p><b>${escapeHtml(appName)}</b></p></div></main>`,
  )
