import { expect, it } from 'vitest'
import { storedClicks } from '../../../src/clicks/testing/clicks.ts'
import { signUp } from '../../harness/people.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, personsBrowser, visitor } from '../helpers/visitors.ts'

const stage = setStage()

it('a visitor without scripts counts once, by an image that takes no space', async () => {
  const { app, browser } = stage
  const product = await post(app, await signUp(app), { title: 'Readable by all' })
  const context = await visitor(browser, app, { browser: { ...personsBrowser, javaScriptEnabled: false } })
  const page = await context.newPage()
  for (const outcome of ['view counted', 'view repeat']) {
    const image = page.waitForResponse('**/view.gif')
    await page.goto(`/l/${product.shortLinkId}`)
    expect((await image).status()).toBe(200)
    expect((await storedClicks(app.database.db, product.id)).at(-1)).toBe(outcome)
  }
  const main = page.getByRole('main')
  expect(await main.getByRole('img', { name: '' }).count()).toBe(0)
  const heading = main.getByRole('heading', { name: 'Readable by all' })
  const box = await heading.boundingBox()
  await page.locator('noscript').evaluate((noscript) => noscript.remove())
  expect(await heading.boundingBox()).toEqual(box)
})

it('with scripts that image is never loaded, and counting stores nothing in the browser', async () => {
  const { app, browser } = stage
  const product = await post(app, await signUp(app))
  const context = await visitor(browser, app, { browser: personsBrowser })
  const asked: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => asked.push(new URL(request.url()).pathname))
  context.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  const counted = context.waitForEvent('response', (response) => response.url().endsWith('/clicks'))
  const page = await open(context, `/l/${product.shortLinkId}`)
  const answer = await counted
  await page.waitForLoadState('networkidle')

  expect(asked.filter((path) => path.endsWith('/view.gif'))).toEqual([])
  expect(complaints).toEqual([])
  expect(await answer.headerValue('set-cookie')).toBeNull()
  expect(await context.storageState({ indexedDB: true })).toEqual({ cookies: [], origins: [] })
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ])
  expect(await storedClicks(app.database.db, product.id)).toEqual(['view counted'])
})
