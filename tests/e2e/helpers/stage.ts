import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/app.ts'
import { sharedBrowser } from '../../harness/browser.ts'

/** The app with its pages, and a browser, for all tests of a file. Call it inside tests and hooks only. */
export function setStage(): { readonly app: TestApp; readonly browser: Browser } {
  let app: TestApp
  let browser: Browser
  beforeAll(async () => {
    ;[app, browser] = await Promise.all([startTestApp({ pages: true }), sharedBrowser()])
  })
  afterAll(async () => {
    await app?.close()
  })
  return {
    get app() {
      return app
    },
    get browser() {
      return browser
    },
  }
}
