import { createHash } from 'node:crypto'
import { escapeHtml } from '../shared/text.ts'
import { makePage, type Page } from './page.ts'

// The colours and the layout of the app's page for unknown addresses (web/app/not-found-page.tsx), without its files
// except the drawing: this page has to work on its own.
const style = `:root{color-scheme:light dark;--paper:#fbf9f6;--ink:#1f1b16;--ink-2:#574e44;--on-ink:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#161310;--ink:#f5f0e8;--ink-2:#c6bcae;--on-ink:#1b1713}}
body{margin:0;min-height:100dvh;box-sizing:border-box;padding:1.5rem;display:grid;place-content:center;
text-align:center;font:1rem/1.5 system-ui,sans-serif;background:var(--paper);color:var(--ink)}
main{display:grid;justify-items:center;gap:1rem}img{border-radius:92px 92px 16px 16px;object-fit:cover}
h1{margin:.5rem 0 0;font:600 1.75rem/1.2 Fraunces,Georgia,serif}p{margin:0;max-width:34ch;color:var(--ink-2);text-wrap:balance}
a{display:inline-block;margin-top:.5rem;padding:.75rem 1.5rem;border-radius:999px;font-weight:600;text-decoration:none;
background:var(--ink);color:var(--on-ink)}a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}`

const contentSecurityPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const pages = new Map<string, Promise<Page>>()

/**
 * The page to show when an address's own page cannot be made just now (docs/product/shell.md#too-much-to-do). Made once
 * in advance, since it is needed when there is no time to make pages.
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
<img src="/art/vase.svg" alt="" width="184" height="230">
<h1>${appName} is very busy</h1>
<p>More people are asking for pages than we can serve right now. Nothing is lost. Please try again in a few seconds.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`,
  })
