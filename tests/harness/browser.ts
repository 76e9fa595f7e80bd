import { type Browser, chromium } from 'playwright-core'
import { chromiumOptions } from './chromium.ts'

/**
 * Starts a browser with a fresh profile, which its `close` removes. `system` replaces the paths where the system's
 * browser is searched. Throws, saying what to install, when none runs here.
 */
export async function launchBrowser(options: { system?: string[] } = {}): Promise<Browser> {
  return await chromium.launch(await chromiumOptions(options.system))
}

let shared: Promise<Browser> | undefined

/** The one browser of this worker's test files, which use contexts of their own. Ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchForWorker()
  return shared
}

async function launchForWorker(): Promise<Browser> {
  const browser = await launchBrowser()
  // Workers are ended by this signal; the browser's own handler would prevent that.
  process.prependListener('SIGTERM', () => void browser.close().finally(() => process.exit()))
  return browser
}
