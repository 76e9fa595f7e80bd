import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Person, setRole, signUp, signUpAdmin } from '../../harness/people.ts'
import { setStage } from '../helpers/stage.ts'
import { failuresOf, goTo, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()
const id = '01a213d9-e7d9-7c14-97b7-351f1b2f44c2'
let adminPages: string[]
let maya: Person
let ada: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
  ada = await signUpAdmin(stage.app)
  const folder = path.resolve(import.meta.dirname, '../../../src/web/routes/_app/admin')
  const routes = await readdir(folder, { recursive: true })
  adminPages = routes
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => `/admin/${name.slice(0, -'.tsx'.length)}`.replace(/\/index$/, ''))
    .map((address) =>
      address.replace('$outcome', 'imported').replace('$figure', 'matched').replace('$id', id),
    )
})

type Line = { cpu?: number; bitsPerSecond?: number; latencyMs?: number }

/** Has a page's computer or line be slow. */
async function slowDown(page: Page, { cpu = 1, bitsPerSecond, latencyMs = 0 }: Line) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (bitsPerSecond === undefined) return
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 8,
  })
}

const slow3G: Line = { bitsPerSecond: 400_000, latencyMs: 400 }

/** Until the page that is shown in the end stands: the panel, the sign-in page, or that there is none. */
const isShown = (page: Page) =>
  page.getByRole('heading', { level: 1 }).filter({ visible: true }).first().waitFor({ timeout: 60_000 })

async function openAll(context: BrowserContext, addresses: string[], line: Line = {}) {
  const page = await context.newPage()
  await slowDown(page, line)
  for (const address of addresses) {
    await goTo(page, address)
    await isShown(page)
  }
  return page
}

/** A profile whose stored session has been ended meanwhile, and whose token is over. */
async function withEndedSession(): Promise<BrowserContext> {
  const theo = await signUp(stage.app)
  const session = { ...theo.session, expires_at: 1, access_token: theo.session.access_token.slice(0, -4) }
  const context = await visitor(stage.browser, stage.app, { as: { ...theo, session } })
  await stage.app.database.pool.query('delete from sessions where user_id = $1', [theo.id])
  return context
}

describe('taking over what the server drew (docs/product/addresses.md#protected-pages)', () => {
  it('a page that differs from the server’s is noticed by every journey', async () => {
    const context = await stage.browser.newContext({ baseURL: stage.app.url })
    onTestFinished(() => context.close())
    const failures = failuresOf(context)
    await context.route('**/admin', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('<main', '<section></section><main'),
      })
    })
    const page = await context.newPage()
    await page.goto('/admin')
    await isShown(page)
    expect(failures).toEqual([expect.stringContaining('React error #418')])
  })

  it.each(['nobody', 'a creator', 'an admin', 'somebody whose session has ended'])(
    'goes without an error on each page of the admin, on a slow computer, for %s',
    { timeout: 300_000 },
    async (who) => {
      const as = { 'a creator': maya, 'an admin': ada }[who]
      const context = who.startsWith('somebody')
        ? await withEndedSession()
        : await visitor(stage.browser, stage.app, { as })
      expect(adminPages.length).toBeGreaterThan(10)
      // For all others each leads to the same page.
      const addresses = as === ada ? adminPages : ['/admin', '/admin/orders', '/admin/imports']
      await openAll(context, addresses, { cpu: 4 })
    },
  )

  it.each(['nobody', 'an admin', 'somebody whose session has ended'])(
    'and over a slow line, elsewhere on earth, for %s',
    { timeout: 300_000 },
    async (who) => {
      const browser = { timezoneId: 'Pacific/Auckland', locale: 'ar-EG' }
      const context = who.startsWith('somebody')
        ? await withEndedSession()
        : await visitor(stage.browser, stage.app, {
            as: who === 'an admin' ? ada : undefined,
            browser,
            viewport: phone,
          })
      await openAll(context, ['/admin', '/admin/orders?state=high'], { ...slow3G, cpu: 4 })
    },
  )

  it('and when a page comes back from before, or its role is gone meanwhile', async () => {
    const grace = await signUpAdmin(stage.app)
    for (const as of [undefined, grace]) {
      const context = await visitor(stage.browser, stage.app, { as })
      const page = await open(context, '/admin')
      await isShown(page)
      await page.goto('/terms')
      await page.goBack()
      await isShown(page)
      await page.goForward()
      if (as) await setRole(stage.app, as, 'user')
      await page.goBack()
      await isShown(page)
    }
  })
})
