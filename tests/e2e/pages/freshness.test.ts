import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, visitor } from '../helpers/visitors.ts'

const stage = setStage()

describe('the data of a page that the server rendered', () => {
  it('counts as loaded at its arrival: used again within ten seconds, loaded again when opened later', async () => {
    const { app, browser } = stage
    const maya = await signUp(app)
    const lamp = await post(app, maya, { title: 'A lamp to come back to' })
    const arrival = Date.now()
    const context = await visitor(browser, app)
    // Only the clock stands still; timers run.
    await context.clock.setFixedTime(arrival)
    const page = await open(context, `/l/${lamp.shortLinkId}`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    const timesAsked = () => asked.filter((path) => path === `/api/v1/products/${lamp.shortLinkId}`).length
    const product = page.getByRole('heading', { name: 'A lamp to come back to', level: 1 })

    // The app takes over the part with the creator once its file is there; before, the link leaves the app.
    await page.waitForLoadState('networkidle')
    await page
      .getByRole('link', { name: `@${maya.username}` })
      .first()
      .click()
    await page.getByRole('heading', { name: /^Products/ }).waitFor()
    await page.clock.setFixedTime(arrival + 9_000)
    await page.goBack()
    await product.waitFor()
    expect(timesAsked()).toBe(0)

    await page.goForward()
    await page.getByRole('heading', { name: /^Products/ }).waitFor()
    await page.clock.setFixedTime(arrival + 11_000)
    await page.goBack()
    await product.waitFor()
    await expect.poll(timesAsked).toBe(1)
  })
})
