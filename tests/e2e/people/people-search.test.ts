import { beforeAll, describe, expect, it } from 'vitest'
import { type Person, signUp } from '../../harness/people.ts'
import { follow, makeTopCreators } from '../helpers/follows.ts'
import { button, field, toastOf } from '../helpers/forms.ts'
import { fitsItsWidth } from '../helpers/looks.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { open, visitor } from '../helpers/visitors.ts'

const stage = setStage()
let maya: Person
let theo: Person

beforeAll(async () => {
  maya = await signUp(stage.app)
  theo = await signUp(stage.app, { first: 'Theo', last: 'Lindqvist' })
  await signUp(stage.app, { first: 'Thea', last: 'Wolfeschlegelsteinhausenbergerdorff' })
  await follow(stage.app, maya, theo)
  await makeTopCreators(stage.app, [theo])
})

const search = /people-search/

describe('spec section 2: searching members', () => {
  it('asks once the typing stops, tells who was found, and follows them there', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/feed')
    const calls = callsTo(page, search)
    await field(page, 'Search members').fill('   ')
    await field(page, 'Search members').pressSequentially('the', { delay: 20 })
    await page.getByText('2 members found').waitFor()
    expect(calls).toEqual(['GET /functions/v1/people-search?q=the'])
    expect(await page.getByRole('list', { name: 'People you follow' }).count()).toBe(0)
    await button(page, 'Following Theo Lindqvist').waitFor()
    await button(page, 'Follow Thea Wolfeschlegelsteinhausenbergerdorff').click()
    await toastOf(page, 'Following successfully').waitFor()
    await button(page, 'Following 2').waitFor()

    await field(page, 'Search members').fill(maya.username)
    await page.getByText('1 member found').waitFor()
    await page.getByRole('button', { name: 'You', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await field(page, 'Search members').inputValue()).toBe('')
    await page.getByRole('list', { name: 'People you follow' }).getByRole('link', { name: 'Thea' }).waitFor()
  })

  it('says that nobody was found, and when it failed; a late answer changes nothing', async () => {
    const page = await open(await visitor(stage.browser, stage.app, { as: maya }), '/feed')
    const released = Promise.withResolvers<void>()
    await page.route('**/people-search?q=theo', async (route) => {
      await released.promise
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest('**/people-search?q=theo')
    await field(page, 'Search members').fill('theo')
    await asked
    await field(page, 'Search members').fill('nobody at all')
    await page.getByText('No members found').waitFor()
    await page.getByText('Try a different name or check Top creators').waitFor()
    released.resolve()
    await page.route('**/people-search?q=th', (route) => route.fulfill({ status: 500, json: {} }))
    await field(page, 'Search members').fill('th')
    await page.getByRole('alert').getByText('Failed to search users').waitFor()
    await page.unrouteAll()
    await button(page, 'Retry').click()
    await page.getByText('2 members found').waitFor()
  })

  it('fits 320 pixels, whatever the names', async () => {
    const context = await visitor(stage.browser, stage.app, {
      as: maya,
      viewport: { width: 320, height: 640 },
    })
    const page = await open(context, '/feed')
    await button(page, 'Home feed (following)').click()
    await field(page, 'Search members').fill('the')
    await page.getByText('2 members found').waitFor()
    expect(await fitsItsWidth(page)).toBe(true)
  })
})

describe('the people panel for visitors', () => {
  it('has the top creators alone, and carries a follow out after signing in', async () => {
    const page = await open(await visitor(stage.browser, stage.app), '/feed')
    const calls = callsTo(page, /\/functions\/|\/me\//)
    await button(page, 'Follow Theo Lindqvist').waitFor()
    expect(await page.getByRole('button', { name: /^Following/ }).count()).toBe(0)
    expect(await page.getByLabel('Search members').count()).toBe(0)
    await button(page, 'Follow Theo Lindqvist').click()
    await page.waitForURL('**/login')
    await field(page, 'Email').fill(maya.email)
    await field(page, 'Password').fill(maya.password)
    await button(page, 'Log in').click()
    await page.waitForURL(`**/${theo.username}`)
    await toastOf(page, 'Following').waitFor()
    await button(page, 'Following').waitFor()
    expect(calls.filter((call) => !call.includes('people-top'))).toEqual(['POST /functions/v1/people-follow'])
  })
})
