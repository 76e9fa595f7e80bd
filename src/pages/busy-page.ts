import { createHash } from 'node:crypto'
import { escapeHtml } from '../shared/text.ts'
import { makePage, type Page } from './page.ts'

// The colours of the app's pages (web/styles), whose files need another request.
const style = `:root{color-scheme:light dark;--paper:#fbf9f6;--ink:#1f1b16;--ink-2:#574e44;--accent:#c2410c}
@media (prefers-color-scheme:dark){:root{--paper:#161310;--ink:#f5f0e8;--ink-2:#c6bcae;--accent:#cc4a12}}
body{margin:0;min-height:100dvh;box-sizing:border-box;padding:1.5rem;display:grid;place-content:center;
text-align:center;font:1rem/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink)}
h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}p{margin:0 0 1.5rem;max-width:26rem;color:var(--ink-2)}
a{display:inline-block;padding:.75rem 1.5rem;border-radius:999px;font-weight:600;text-decoration:none;
background:var(--accent);color:#fff}a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`

const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const pages = new Map<string, Promise<Page>>()

/**
 * The page of an address whose own page cannot be made just now (docs/product/shell.md#too-much-to-do). Made once, since
 * it is given when there is no time to make pages.
 */
export function busyPage(appName: string): Promise<Page> {
  const known = pages.get(appName) ?? makeBusyPage(escapeHtml(appName))
  pages.set(appName, known)
  return known
}

const makeBusyPage = (appName: string): Promise<Page> =>
  makePage({
    status: 503,
    type: 'text/html; charset=utf-8',
    compressed: false,
    contentSecurityPolicy,
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Very busy | ${appName}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${appName} is very busy</h1>
<p>More people ask for pages at this moment than can be served. Nothing of yours is lost. Please try again in a few seconds.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`,
  })
