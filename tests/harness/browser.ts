import { type Browser, chromium } from 'playwright-core'
import { chromiumOptions } from './chromium.ts'

/**
 * Starts a browser with a fresh profile, which its `close` removes. `system` replaces the places where the system's
 * browser is looked for. Throws, saying what to install, when none runs here.
 */
export async function launchBrowser(options: { system?: string[] } = {}): Promise<Browser> {
  return await chromium.launch(await chromiumOptions(options.system))
}

let shared: Promise<Browser> | undefined

/** The one browser of this worker's test files, which contexts of their own keep apart. Ends with the worker. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchForWorker()
  return shared
}

async function launchForWorker(): Promise<Browser> {
  const browser = await launchBrowser()
  // So are workers told to end; the browser's own handler would leave them running.
  process.prependListener('SIGTERM', () => void browser.close().finally(() => process.exit()))
  return browser
}
