import { type Browser, chromium } from 'playwright-core'
import { chromiumOptions } from './chromium.ts'

/**
 * Starts a browser with a fresh profile, which its `close` removes. `system` replaces the places where the system's
 * browser is looked for. Throws, saying what to install, when none runs here.
 */
export async function launchBrowser(options: { system?: string[] } = {}): Promise<Browser> {
  return await chromium.launch(await chromiumOptions(options.system))
}
