import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { launchBrowser } from './browser.ts'

const server = createServer((_, response) =>
  response
    .setHeader('content-type', 'text/html')
    .end('<h1>Hello</h1><script>document.title = 2 + 3</script>'),
)
let address: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
afterEach(() => vi.unstubAllEnvs())

async function whatItSees(browser: Browser) {
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(address)
  const { width } = (await page.getByRole('heading', { name: 'Hello' }).boundingBox()) ?? { width: 0 }
  return { title: await page.title(), drawn: width > 0 }
}

describe('the browser of the tests', () => {
  it('shows pages and runs their scripts', async () => {
    expect(await whatItSees(await launchBrowser())).toEqual({ title: '5', drawn: true })
  })

  it.runIf(process.platform === 'linux')('comes from npm where the system has none', async () => {
    vi.stubEnv('CHROMIUM_PATH', '')
    const browser = await launchBrowser({ system: [] })
    expect(await whatItSees(browser)).toEqual({ title: '5', drawn: true })
  })

  it('is never a program that does not run, such as a stub of a distribution', async () => {
    vi.stubEnv('CHROMIUM_PATH', '')
    const browser = await launchBrowser({ system: ['/bin/false', '/usr/bin/chromium'] })
    expect(await whatItSees(browser)).toEqual({ title: '5', drawn: true })
  })

  it('is always the one that CHROMIUM_PATH names', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/bin/false')
    await expect(launchBrowser()).rejects.toThrow('CHROMIUM_PATH is /bin/false, which does not run')
  })
})
