import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { postToInbox } from '../helpers/collection.ts'
import { setStage } from '../helpers/stage.ts'
import { open } from '../helpers/visitors.ts'
import { device, isReady, keeps } from './device.ts'

const stage = setStage()
let maya: Person
beforeAll(async () => {
  maya = await signUp(stage.app, { first: 'Maya' })
  await postToInbox(stage.app, maya, ['Kettle', 'Lamp'])
})

describe('opening without a network (docs/product/offline.md#without-a-network)', () => {
  it('shows the last feed, the own collection and a page that was seen, and says so', async () => {
    const context = await device(stage, maya)
    const online = await open(context, '/feed')
    await isReady(online)
    await keeps(online, '/api/v1/feed', '/api/v1/me', '/api/v1/me/categories', '/api/v1/me/products')
    await online.close()
    await context.setOffline(true)

    const page = await context.newPage()
    page.on('console', (m) => console.log(m.text()))
    page.on('pageerror', (m) => console.log(m.message))
    await page.goto('/feed')
    await page.waitForTimeout(3000)
    await page.screenshot({ path: '/tmp/off-feed.png' })
    console.log(await page.evaluate(() => document.documentElement.outerHTML.slice(0, 3000)))
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
    await page.getByText('You’re offline').waitFor()
    expect(1).toBe(1)
  })
})
