import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { hasCode } from '../shared/errors.ts'
import { loadParts } from './people/storefront/parts.tsx'
import { CuratorCard, LeadingOn } from './product/doorway/parts.tsx'
import { PhotoRow } from './product/product-picture.tsx'
import { createAppRouter, type RouterOptions } from './router.tsx'

/** What is written into pages though the browser loads it later (ui/lazy-part.tsx). */
const written = Promise.all([CuratorCard.load(), LeadingOn.load(), PhotoRow.load(), loadParts()])

export type { PageAssets, RouterOptions } from './router.tsx'

/**
 * Renders the page at `url` for a visitor. Returns the page's status, headers and HTML; its own scripts carry `nonce`.
 */
export async function render(
  url: string,
  { nonce, ...options }: RouterOptions & { nonce: string },
): Promise<Response> {
  await written
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () => createTimelessRouter(options, nonce),
  })
  return handle(async ({ router, responseHeaders }) => {
    const children = <RouterServer router={router} />
    const response = await renderRouterToString({ router, responseHeaders, children })
    // The router knows 200, 404 and 500 only. A page that could not be loaded just now is answered with 503.
    const isBrief = router.state.matches.some(({ error }) => hasCode(error, 'unavailable'))
    return isBrief ? new Response(response.body, { status: 503, headers: responseHeaders }) : response
  })
}

/** A router without the time at which it loaded its data, so that the HTML of one state is the same on every node. */
function createTimelessRouter(options: RouterOptions, nonce: string) {
  const router = createAppRouter(options)
  router.update({ ...router.options, ssr: { nonce } })
  const load = router.load
  router.load = async (how) => {
    await load(how)
    // In the browser the data counts as loaded when it arrives (entry-client.tsx).
    for (const match of router.state.matches) match.updatedAt = 0
  }
  return router
}
