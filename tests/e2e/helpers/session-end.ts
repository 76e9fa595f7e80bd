import type { Page } from 'playwright-core'
import type { TestApp } from '../../harness/app.ts'

/** The token of the page's own session. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('folio.session') ?? '{}').access_token)

/**
 * Ends the session on the server only, just before this call of the page arrives, so that no other call notices first.
 */
export const endSessionBefore = (page: Page, app: TestApp, call: string): Promise<unknown> =>
  page.route(
    call,
    async (route) => {
      await app.request('POST', '/auth/v1/logout?scope=global', { token: await tokenOf(page) })
      await route.continue()
    },
    { times: 1 },
  )
