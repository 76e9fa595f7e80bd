import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../harness/people.ts'
import { button, signIn, toastOf } from '../helpers/forms.ts'
import { endSessionBefore } from '../helpers/session-end.ts'
import { post } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { goTo, open } from '../helpers/visitors.ts'
import { atStart, device, everythingStored, isReady, keeps, keptOn } from './device.ts'

const stage = setStage()
let maya: Person
let theo: Person

beforeEach(async () => {
  ;[maya, theo] = [await signUp(stage.app, { first: 'Maya' }), await signUp(stage.app, { first: 'Theo' })]
  await post(stage.app, maya, { title: 'Mayas kettle' })
})

async function signedIn() {
  const context = await device(stage, maya)
  const page = await open(context, '/feed')
  await isReady(page)
  await keeps(page, ...atStart)
  return { context, page }
}

const isEmpty = (page: Page) => expect.poll(() => keptOn(page)).toEqual([])

describe('what is kept is one person’s (docs/product/offline.md#whose-it-is)', () => {
  it('goes when they sign out, for other tabs too, and the next person sees nothing of it', async () => {
    const { context, page } = await signedIn()
    const other = await open(context, '/my-folio')
    await goTo(page, '/profile')
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Signed out successfully').waitFor()
    await isEmpty(page)
    await other.getByLabel('Password', { exact: true }).waitFor()

    await goTo(page, '/login')
    await signIn(page, theo)
    await page.waitForURL('**/feed')
    await keeps(page, '/api/v1/me')
    expect((await everythingStored(page)).includes(`/kept/${maya.id}`)).toBe(false)
    await other.close()
    await context.setOffline(true)
    await goTo(page, '/my-folio')
    await page
      .getByRole('heading', { name: /Something went wrong|My Folio/ })
      .first()
      .waitFor()
    expect(await page.getByText('Mayas kettle').count()).toBe(0)
  })

  it('goes where the server refuses the token', async () => {
    const { page } = await signedIn()
    await goTo(page, '/my-folio')
    await endSessionBefore(page, stage.app, '**/api/v1/me/lists*')
    await page
      .getByRole('link', { name: /^Lists/ })
      .first()
      .click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    await isEmpty(page)
  })

  it('goes before another account’s is kept, also where no page has seen the first one leave', async () => {
    const { context, page } = await signedIn()
    await page.close()
    const session = await signInAgain(stage.app, theo)
    const next = await context.newPage()
    await next.addInitScript(
      (theirs) => localStorage.setItem('folio.session', theirs),
      JSON.stringify(session),
    )
    await goTo(next, '/my-folio')
    await keeps(next, '/api/v1/me')
    expect((await everythingStored(next)).includes(`/kept/${maya.id}`)).toBe(false)
  })

  it('goes at the press on Sign Out without a network, though the session stays until the server hears of it', async () => {
    const { context, page } = await signedIn()
    await goTo(page, '/profile')
    await context.setOffline(true)
    await button(page, 'Sign Out').click()
    await toastOf(page, 'Error signing out').waitFor()
    await isEmpty(page)
  })
})
