import { type Browser, chromium } from 'playwright-core'
import { findChromium, systemPrograms } from './chromium.ts'

// The browser opens nothing but the app under test, and its sandbox needs rights that root in a container lacks.
// Playwright adds what keeps it headless, quiet and without requests of its own.
const flags = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']

/**
 * Starts a browser with a fresh profile, which its `close` removes. `system` replaces the places where the system's
 * browser is looked for. Throws, saying what to install, when none runs here.
 */
export async function launchBrowser(options: { system?: string[] } = {}): Promise<Browser> {
  const { program, env } = await findChromium(options.system ?? systemPrograms)
  return await chromium.launch({ executablePath: program, args: flags, env: { ...process.env, ...env } })
}
