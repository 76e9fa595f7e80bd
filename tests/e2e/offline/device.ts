import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp } from '../../harness/app.ts'
import type { Person } from '../../harness/people.ts'
import { phone, visitor } from '../helpers/visitors.ts'

type Stage = { browser: Browser; app: TestApp }

/** A phone with the service worker, as people have it; `at` another address than the app's own. */
export const device = ({ browser, app }: Stage, as?: Person, at = app.url): Promise<BrowserContext> =>
  visitor(browser, app, { as, viewport: phone, browser: { serviceWorkers: 'allow', baseURL: at } })

/** Resolves once the worker holds its files and answers for the page. */
export const isReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', null, {
    // Some 180 files, beside other tests.
    timeout: 120_000,
  })

/** The paths of the answers that are kept, without their person, and of kept pictures. */
export const keptOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('folio.kept'))) return []
    const all = await (await caches.open('folio.kept')).keys()
    return all.map(({ url }) => {
      const { pathname, search } = new URL(url)
      return pathname.replace(/^\/kept\/[0-9a-f-]+/, '') + search
    })
  })

/** What every start keeps. */
export const atStart = ['/api/v1/feed', '/api/v1/me', '/api/v1/me/categories', '/api/v1/me/products']

/** Resolves once these paths are kept. */
export const keeps = (page: Page, ...paths: string[]): Promise<void> =>
  expect.poll(() => keptOn(page)).toEqual(expect.arrayContaining(paths))

/** All that the site has stored in this browser, as text: each cache's addresses and answers, and databases. */
export const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        const isText = /text|json|javascript/.test(answer?.headers.get('content-type') ?? '')
        texts.push(`${name} ${request.url} ${answer?.type} ${isText ? await answer?.text() : ''}`)
      }
    }
    for (const { name = '', version } of await indexedDB.databases()) {
      const open = indexedDB.open(name, version)
      const database = await new Promise<IDBDatabase>((resolve) => {
        open.onsuccess = () => resolve(open.result)
      })
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll()
        await new Promise((resolve) => {
          all.onsuccess = resolve
        })
        texts.push(`${name} ${store} ${JSON.stringify(all.result)}`)
      }
      database.close()
    }
    return texts.join('\n')
  })
