import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from '../../harness/people.ts'
import type { setStage } from '../helpers/stage.ts'
import { phone, visitor } from '../helpers/visitors.ts'

type Stage = ReturnType<typeof setStage>

/** A browser with the service worker, as people have it. */
export const device = ({ browser, app }: Stage, as?: Person): Promise<BrowserContext> =>
  visitor(browser, app, { as, viewport: phone, browser: { serviceWorkers: 'allow' } })

/** Resolves once the worker holds its files and answers for the page. */
export const isReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

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

/** Resolves once these paths are kept. */
export const keeps = (page: Page, ...paths: string[]): Promise<void> =>
  expect.poll(() => keptOn(page)).toEqual(expect.arrayContaining(paths))

/** All that the site has stored in this browser, as text: each cache's addresses and answers, databases, storage. */
export const everythingStored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
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
