import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { profileFor } from '../helpers/follows.ts'
import { button, field, fill, newcomer, signIn, toastOf } from '../helpers/forms.ts'
import { setStage } from '../helpers/stage.ts'
import { goWithin, open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
let theo: Person

beforeAll(async () => {
  theo = await signUp(stage.app, { first: 'Theo', last: 'Lindqvist' })
})
beforeEach(async () => {
  maya = await signUp(stage.app)
})

/** A visitor who has pressed Follow on a profile and is on the sign-in page; and the calls made to follow. */
async function pressFollow(whom: Person) {
  const page = await open(await visitor(stage.browser, stage.app), `/${whom.username}`)
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/people-follow')) calls.push(request.postDataJSON())
  })
  await button(page, 'Follow').click()
  await page.waitForURL('**/login')
  await field(page, 'Email').waitFor()
  return { page, calls }
}

const arrived = async (page: Page, whom: Person, label: string) => {
  await page.waitForURL(`**/${whom.username}`)
  await button(page, label).waitFor()
}
const isFollowing = async (whom = theo) => (await profileFor(stage.app, maya, whom)).is_following

describe('a follow pressed signed out (decision 15)', () => {
  it('is carried out once after signing up, whatever pages are read in between', async () => {
    const { page, calls } = await pressFollow(theo)
    await page.getByRole('link', { name: 'Sign up' }).first().click()
    await page.waitForURL('**/signup')
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await page.getByRole('heading', { level: 1, name: 'Terms of Service' }).waitFor()
    await page.goBack()
    await field(page, 'First name').waitFor()
    await fill(page, newcomer())
    await button(page, 'Sign up').click()
    await arrived(page, theo, 'Following')
    await toastOf(page, 'Following').waitFor()
    expect((await profileFor(stage.app, maya, theo)).followers_count).toBe(1)
    await page.reload()
    await button(page, 'Following').waitFor()
    expect(calls).toEqual([{ userId: theo.id, action: 'follow' }])
  })

  it('is forgotten when the visitor goes elsewhere instead', async () => {
    const { page, calls } = await pressFollow(theo)
    await page.goBack()
    await button(page, 'Follow').waitFor()
    await page.getByRole('link', { name: 'Log in' }).click()
    await signIn(page, maya)
    await page.waitForURL('**/feed')
    await goWithin(page, `/${theo.username}`)
    await button(page, 'Follow').waitFor()
    expect(calls).toEqual([])
    expect(await isFollowing()).toBe(false)
  })
})
