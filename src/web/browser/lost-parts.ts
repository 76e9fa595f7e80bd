import { inTab } from './storage.ts'

/** Where the tab remembers which releases it has left. */
const leftKey = 'folio.left'

/** The page on which something was typed last. */
let typedAt = ''

/**
 * Hears of parts whose files did not come, which Vite tells (`vite:preloadError`). What needed the part says so and
 * offers Retry. Where a new release is served meanwhile, the page is loaded anew instead, once for each release, and
 * not where something was typed, which would be lost (decision 59).
 */
export function hearLostParts(): void {
  addEventListener('input', () => {
    typedAt = location.pathname
  })
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // In the browser's words the router would load the page anew, also without a connection.
    if (payload instanceof TypeError) payload.message = 'A part of the app did not come'
    else askForStylesAgain()
    void leaveOldRelease()
  })
  addEventListener('online', askForStylesAgain)
}

/** Vite asks for a style sheet once, whether it comes or not. */
function askForStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}

async function leaveOldRelease(): Promise<void> {
  if (!navigator.onLine || typedAt === location.pathname) return
  // A release names its files by what is in them: the page's HTML names the entry of the one that is served.
  const ours = new URL(import.meta.url).pathname
  const page = await fetch(location.pathname, { cache: 'no-cache' }).then(
    (answer) => answer.text(),
    () => ours,
  )
  const left = inTab.read(leftKey) ?? ''
  if (page.includes(ours) || left.includes(ours) || typedAt === location.pathname) return
  inTab.write(leftKey, left + ours)
  location.reload()
}
