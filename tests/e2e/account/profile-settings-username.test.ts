import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../harness/people.ts'
import { button, field, toastOf } from '../helpers/forms.ts'
import { gate } from '../helpers/holding.ts'
import { setStage } from '../helpers/stage.ts'
import { visitor } from '../helpers/visitors.ts'
import { openSettings } from './settings.ts'

const stage = setStage()

async function settings() {
  const person = await signUp(stage.app)
  return { person, page: await openSettings(await visitor(stage.browser, stage.app, { as: person })) }
}

const username = (page: Page) => field(page, 'Username')
const save = (page: Page) => button(page, 'Save Changes')
/** The one line below the field, which screen readers are told of as it changes. */
const says = (page: Page, text: string) =>
  page.locator('form').getByRole('status').getByText(text, { exact: true }).waitFor()

describe('spec section 5: the username', () => {
  it('is looked up once typing has stopped: checking, then available', async () => {
    const { page } = await settings()
    const { opened, open } = gate()
    const asked: string[] = []
    await page.route('**/api/v1/usernames/*', async (route) => {
      asked.push(new URL(route.request().url()).pathname)
      await opened
      await route.continue()
    })
    await username(page).fill('')
    await username(page).pressSequentially('a-new-name')
    await says(page, 'Checking availability...')
    expect(await save(page).isDisabled()).toBe(true)
    open()
    await says(page, 'Username is available.')
    expect(asked).toEqual(['/api/v1/usernames/a-new-name'])
    expect(await save(page).isDisabled()).toBe(false)
  })

  it('may be taken, by somebody or by a page', async () => {
    const other = await signUp(stage.app)
    const { page } = await settings()
    for (const name of [other.username, 'feed']) {
      await username(page).fill(name)
      await says(page, 'Checking availability...')
      await says(page, 'Username is already taken.')
      expect(await username(page).getAttribute('aria-invalid')).toBe('true')
      expect(await save(page).isDisabled()).toBe(true)
    }
  })

  it('may be invalid, without being asked about', async () => {
    const { page } = await settings()
    let asked = 0
    await page.route('**/api/v1/usernames/*', (route) => {
      asked++
      return route.continue()
    })
    for (const name of ['ab', 'x'.repeat(21), 'two words', 'josé', '']) {
      await username(page).fill(name)
      await says(page, '3–20 chars, lowercase letters, numbers, _ or -.')
      expect(await save(page).isDisabled()).toBe(true)
    }
    expect(asked).toBe(0)
  })

  it('may fail to be looked up, which leaves the decision to saving', async () => {
    const { page } = await settings()
    await page.route('**/api/v1/usernames/*', (route) => route.abort())
    await username(page).fill('who-knows')
    await says(page, 'Could not validate username.')
    await save(page).click()
    await toastOf(page, 'Profile updated successfully').waitFor()
  })

  it('may be the one the person has', async () => {
    const { person, page } = await settings()
    await says(page, 'Lowercase a-z, 0-9, _ or -; 3–20 chars.')
    await username(page).fill('ab')
    await says(page, '3–20 chars, lowercase letters, numbers, _ or -.')
    await username(page).fill(person.username)
    await says(page, 'Lowercase a-z, 0-9, _ or -; 3–20 chars.')
    expect(await save(page).isDisabled()).toBe(true)
  })

  it('is lower-cased as it is typed, and the cursor stays where it was', async () => {
    const { page } = await settings()
    await username(page).fill('ana-folio')
    await username(page).press('Home')
    await username(page).pressSequentially('MY')
    expect(await username(page).inputValue()).toBe('myana-folio')
  })

  it('never believes a late answer about an earlier name', async () => {
    const { page } = await settings()
    const { opened, open } = gate()
    const { opened: answered, open: answer } = gate()
    await page.route('**/api/v1/usernames/first-name', async (route) => {
      await opened
      // The page may have given up on it by now.
      await route.fulfill({ json: { status: 'taken' } }).catch(() => {})
      answer()
    })
    const asked = page.waitForRequest('**/api/v1/usernames/first-name')
    await username(page).fill('first-name')
    await asked
    await username(page).fill('second-name')
    await says(page, 'Username is available.')
    open()
    await answered
    await says(page, 'Username is available.')
    expect(await page.getByText('Username is already taken.').count()).toBe(0)
  })
})

describe('decision: a renamed username', () => {
  it('redirects from the old address, and every link leads to the new one', async () => {
    const { person, page } = await settings()
    const name = `new-${person.username}`.slice(0, 20)
    await username(page).fill(name)
    await says(page, 'Username is available.')
    await save(page).click()
    await toastOf(page, 'Profile updated successfully').waitFor()
    await page.getByRole('link', { name: `Maya Okafor @${name}` }).waitFor()
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await page.waitForURL(`**/${name}`)
    await page.goto(`/${person.username}`)
    expect(new URL(page.url()).pathname).toBe(`/${name}`)
  })
})
