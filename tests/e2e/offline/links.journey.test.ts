import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addDialogOn, folioOf, sell, setAmazonStage, withoutAmazonsPictures } from '../add/add-dialog.ts'
import { flawsInEveryLook } from '../helpers/looks.ts'
import { goTo, open, phone } from '../helpers/visitors.ts'
import { atStart, device, isReady, keeps } from './device.ts'

const stage = setAmazonStage()

async function inTunnel() {
  const context = await device(stage, stage.person)
  await withoutAmazonsPictures(context)
  const page = await open(context, '/my-folio')
  await isReady(page)
  await keeps(page, ...atStart.slice(1))
  await context.setOffline(true)
  return { context, page }
}

const kept = (page: Page) => page.getByText('Kept as a draft.')
const waiting = (page: Page) => page.getByRole('region', { name: 'Links that wait' })

describe('links without a network (docs/product/offline.md#links-that-wait)', () => {
  it('a pasted one is kept, offered once there is a network, and sent by a press alone', async () => {
    const { url } = sell(stage.amazon, { title: 'Speckled Enamel Mug' })
    const { context, page } = await inTunnel()
    const { fetchItem, heading, post } = addDialogOn(page)
    await page.getByRole('button', { name: 'Add product' }).first().click()
    await fetchItem(url)
    await kept(page).waitFor()
    await page.keyboard.press('Escape')
    expect(await waiting(page).count()).toBe(0)

    await context.setOffline(false)
    await waiting(page).getByText('You have a link waiting').waitFor()
    await page.reload()
    await waiting(page).getByText(url).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await flawsInEveryLook(page, phone)).toEqual({})
    expect(stage.amazon.requests.length).toBe(0)
    expect(await folioOf(stage.app, stage.person)).toHaveLength(0)

    await waiting(page).getByRole('button', { name: 'Add' }).click()
    await heading('Add to my folio').waitFor()
    await post()
    await expect.poll(() => folioOf(stage.app, stage.person)).toHaveLength(1)
    expect(await waiting(page).count()).toBe(0)
  })

  it('a shared one too, in the app that was not open; it is its person’s alone', async () => {
    const { url } = sell(stage.amazon)
    const { context, page } = await inTunnel()
    await goTo(page, `/share?${new URLSearchParams({ text: `A mug ${url}` })}`)
    await kept(page).waitFor()
    await context.setOffline(false)
    await goTo(page, '/my-folio')
    await waiting(page).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await waiting(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.getItem('folio.waiting-links'))).toBe(null)
  })
})
