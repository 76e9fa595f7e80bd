/** One answer on a browser's way. */
type Step = { method: string; url: URL; status: number; headers: Headers; body: string }

/** Where a browser came to, its fragment included, and how. */
export type Visit = { landing: URL; steps: Step[] }

type Page = { url: URL; form?: URLSearchParams }

/**
 * A browser as far as signing in needs one: it keeps cookies by site and path, follows redirects, and posts a form
 * that a page posts by itself. It stops at the first address that `isOnTheWay` does not name.
 */
export function newBrowser(isOnTheWay: (url: URL) => boolean) {
  const jar = new Map<string, { origin: string; path: string; pair: string }>()

  const keep = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split('; ')
    const path = attributes.find((one) => one.startsWith('Path='))?.slice(5) ?? '/'
    const name = `${url.origin}${path} ${pair.split('=')[0]}`
    if (attributes.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, { origin: url.origin, path, pair })
  }

  const cookiesFor = (url: URL) =>
    [...jar.values()].filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))

  async function load({ url, form }: Page): Promise<Step> {
    const method = form ? 'POST' : 'GET'
    const cookie = cookiesFor(url).map(({ pair }) => pair)
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: { ...(cookie.length > 0 && { cookie: cookie.join('; ') }) },
      ...(form && { body: form }),
    })
    for (const header of answer.headers.getSetCookie()) keep(url, header)
    return { method, url, status: answer.status, headers: answer.headers, body: await answer.text() }
  }

  return {
    cookies: () => [...jar.values()].map(({ pair }) => pair),
    forgetCookies: () => jar.clear(),
    load,

    /** Goes to an address and on from there. `until` stops before what it names is loaded. */
    async visit(
      start: string,
      until: (page: Page) => boolean = () => false,
    ): Promise<Visit & { next: Page }> {
      const steps: Step[] = []
      let next: Page | undefined = { url: new URL(start) }
      let at: Page = next
      while (next) {
        at = next
        if (!isOnTheWay(at.url) || until(at)) break
        const step: Step = await load(at)
        steps.push(step)
        next = pageAfter(step)
      }
      return { landing: at.url, steps, next: at }
    },
  }
}

function pageAfter({ url, headers, body }: Step): Page | undefined {
  const location = headers.get('location')
  if (location) return { url: new URL(location, url) }
  const action = /<form method="post" action="([^"]+)"/.exec(body)?.[1]
  if (!action) return undefined
  const inputs = [...body.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
  return {
    url: new URL(action),
    form: new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, unescapeHtml(value)])),
  }
}

const unescapeHtml = (text: string) =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
