import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { launchBrowser } from '../../../../tests/harness/browser.ts'
import { createHttpServer } from '../server.ts'

it('the reference shows the calls under the pages’ own content policy', async () => {
  const server = await createHttpServer({
    appName: 'Folio',
    siteUrl: 'http://localhost',
    trustProxy: false,
    log: pino({ level: 'silent' }),
    checkResponses: true,
  })
  server.get(
    '/api/v1/any',
    { schema: { summary: 'Something to see', description: 'Said of it in full' } },
    async () => 'any',
  )
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchBrowser()
  onTestFinished(async () => {
    await browser.close()
    await server.close()
  })
  const page = await browser.newPage()
  await page.goto(`${origin}/api/reference`)
  await page.getByText('Something to see').click()
  await page.getByText('Said of it in full').waitFor()
  await page.getByText('Try it out').click()
  await page.getByText('Execute').click()
  await page.getByText('Server response').waitFor()
  expect(await page.getByText('Could not render').count()).toBe(0)
})
