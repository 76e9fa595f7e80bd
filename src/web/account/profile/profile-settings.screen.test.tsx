import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offline, refused } from '../../testing/fake-api.ts'
import { fitsItsWidth } from '../../testing/flaws.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { me } from '../../testing/people.ts'
import { person } from '../../testing/session.ts'
import { answerWire } from '../../testing/wire.ts'
import { openSettings, renderSettings, settingsAnswers } from '../testing/settings.tsx'

const save = () => button('Save Changes')
const expectBlocked = () => expect.element(save()).toHaveAttribute('aria-disabled', 'true')
const expectOpen = () => expect.element(save()).not.toHaveAttribute('aria-disabled')
const saved = () => expect.element(toastOf('Profile updated successfully')).toBeVisible()
const fails = () => {
  throw refused('internal_error', 'Broken')
}

describe('/profile (docs/product/profile.md#fields)', () => {
  it('saves what was changed, and sends nothing else', async () => {
    const { sent } = await openSettings()
    await expectBlocked()
    await fill({ 'First name': ' Ana ', Bio: 'Small flat,\nstrong opinions.' })
    await save().click()
    await saved()
    expect(sent('PATCH /api/v1/me').map(({ input }) => input)).toEqual([
      { body: { first_name: 'Ana', bio: 'Small flat,\nstrong opinions.' } },
    ])
    await expect.element(field('First name')).toHaveValue('Ana')
    await expectBlocked()
  })

  it('saves once, however often the button is pressed', async () => {
    const { promise: opened, resolve: release } = Promise.withResolvers<void>()
    const { sent } = await openSettings(
      {},
      {
        'PATCH /api/v1/me': async () => {
          await opened
          return { ...me, last_name: 'López' }
        },
      },
    )
    await field('Last name').fill('López')
    await save().dblClick()
    field('Last name').element().focus()
    await userEvent.keyboard('{Enter}')
    // What is typed during the save must survive the answer.
    await field('Bio').fill('Later')
    release()
    await saved()
    expect(sent('PATCH /api/v1/me')).toHaveLength(1)
    await expect.element(field('Bio')).toHaveValue('Later')
    await expectOpen()
  })

  it('shows what was saved elsewhere wherever nothing was typed, and leaves the rest', async () => {
    const now = { ...me, avatar_url: null, last_name: 'López', bio: 'Elsewhere' }
    const { sent } = await openSettings(
      { avatar_url: '/art/kettle.svg' },
      { 'PATCH /api/v1/me': ({ body: { links: _, ...body } }) => ({ ...now, ...body }) },
    )
    await field('Bio').fill('Mine')
    await button('Remove photo').click()
    await expect.element(field('Last name')).toHaveValue('López')
    await expect.element(field('Bio')).toHaveValue('Mine')
    await save().click()
    await saved()
    expect(sent('PATCH /api/v1/me').at(-1)?.input).toEqual({ body: { bio: 'Mine' } })
    await expectBlocked()
    await expect.element(field('Bio')).toHaveValue('Mine')
  })

  it('leaves a name as it is that today’s rule would refuse', async () => {
    const { sent } = await openSettings({ last_name: '' })
    await field('Bio').fill('Mine')
    await save().click()
    await saved()
    expect(sent('PATCH /api/v1/me').map(({ input }) => input)).toEqual([{ body: { bio: 'Mine' } }])
  })

  it('shows the address read-only, and links to the reset and to the public profile', async () => {
    await openSettings()
    await expect.element(field('First name')).toHaveValue('Maya')
    await expect.element(field('Email')).toHaveValue(person.email)
    await expect.element(field('Email')).toHaveAttribute('readonly')
    await expect.element(page.getByText('Email cannot be changed')).toBeVisible()
    const linkTo = (name: string) => page.getByRole('link', { name })
    await expect.element(linkTo('Reset password')).toHaveAttribute('href', '/auth/reset')
    await expect.element(linkTo('Public Profile')).toHaveAttribute('href', '/maya')
  })

  it('says what is missing or too long beside its field, and focuses the first', async () => {
    await openSettings()
    await fill({ 'First name': ' ', 'Last name': '', Bio: 'x'.repeat(1_001) })
    await expect.element(page.getByText('1,001 of 1,000 characters')).toBeVisible()
    await save().click()
    for (const message of [
      'First name is required',
      'Last name is required',
      'Use at most 1,000 characters.',
    ])
      await expect.element(page.getByText(message, { exact: true })).toBeVisible()
    await expect.element(field('First name')).toHaveFocus()
    await field('First name').fill('Ana')
    await expect.element(page.getByText('First name is required')).not.toBeInTheDocument()
  })

  it('fits the longest names, bios and addresses', async () => {
    await openSettings({
      first_name: 'W'.repeat(100),
      last_name: 'M'.repeat(100),
      bio: 'W'.repeat(1_000),
      email: `${'w'.repeat(240)}@example.com`,
    })
    expect(fitsItsWidth()).toBe(true)
    await page.viewport(320, 640)
    expect(fitsItsWidth()).toBe(true)
  })
})

describe('failures keep what was typed (docs/product/shell.md#failures)', () => {
  it.each([
    [
      'without a network',
      () => {
        throw offline()
      },
    ],
    ['when the server cannot', fails],
  ])('%s', async (_, answer) => {
    await openSettings({}, { 'PATCH /api/v1/me': answer })
    await field('Bio').fill('A long thought')
    await save().click()
    await expect.element(toastOf('Failed to update profile')).toMatchTextContent('Error')
    await expect.element(field('Bio')).toHaveValue('A long thought')
    await expectOpen()
  })

  it('shows the server’s message beside its field', async () => {
    const message = 'Username is already taken.'
    await openSettings(
      {},
      {
        'PATCH /api/v1/me': () => {
          throw refused('conflict', message, { problems: [{ path: 'username', message }] })
        },
      },
    )
    await field('Username').fill('soon-taken')
    await expect.element(page.getByText('Username is available.')).toBeVisible()
    await save().click()
    await expect.element(toastOf('Failed to update profile')).toBeVisible()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(field('Username')).toHaveValue('soon-taken')
    await expect.element(field('Username')).toHaveFocus()
  })

  it('says that the profile could not be loaded, and tries again', async () => {
    const { answer } = await renderSettings({ ...settingsAnswers(), 'GET /api/v1/me': fails })
    await expect.element(page.getByText('Failed to load profile')).toBeVisible()
    answer(settingsAnswers())
    await button('Retry').click()
    await expect.element(field('Username')).toBeVisible()
  })
})

describe('unsaved changes', () => {
  it('are lost by following a link only after a question', async () => {
    const { router } = await openSettings()
    await field('Bio').fill('Unsaved')
    const link = page.getByRole('link', { name: 'Public Profile' })
    await link.click()
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await button('Keep editing').click()
    expect(router.state.location.pathname).toBe('/profile')
    await expect.element(field('Bio')).toHaveValue('Unsaved')
    await expect.element(link).toHaveFocus()
    await link.click()
    await button('Discard').click()
    await expect.poll(() => router.state.location.pathname).toBe('/maya')
  })

  it('are asked about before signing out', async () => {
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await openSettings()
    await field('Bio').fill('Unsaved')
    await button('Sign Out').click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    await button('Discard').click()
    await expect.element(toastOf('Signed out successfully')).toBeVisible()
  })

  it('do not remain after a save, or when the typed text is taken back', async () => {
    const { router } = await openSettings()
    await field('Bio').fill('Saved')
    await save().click()
    await saved()
    await field('Bio').fill('Other')
    await field('Bio').fill('Saved')
    await page.getByRole('link', { name: 'Public Profile' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/maya')
  })
})

describe('signing out (docs/product/sign-in.md#signing-out)', () => {
  it('says when it failed, and leaves the person signed in', async () => {
    answerWire({
      'POST /auth/v1/logout': () => {
        throw offline()
      },
    })
    const { router } = await openSettings()
    await button('Sign Out').click()
    await expect.element(toastOf('Error signing out')).toBeVisible()
    expect(router.state.location.pathname).toBe('/profile')
    await expect.element(field('Email')).toHaveValue(person.email)
    expect(localStorage.getItem('folio.session')).not.toBeNull()
  })
})

describe('adding from Amazon’s pages (docs/product/profile.md#add-from-amazon)', () => {
  it('offers a bookmark that opens the add dialog with the page it is pressed on', async () => {
    await openSettings()
    const bookmark = page.getByRole('link', { name: 'Add to Folio' })
    const address = bookmark.element().getAttribute('href') ?? ''
    const opened: string[] = []
    const pressed = new Function('window', 'location', address.replace('javascript:', ''))
    pressed(
      { open: (to: string) => opened.push(to) },
      { href: 'https://www.amazon.com/dp/B0KETTLE01?a=b&c=d#e' },
    )
    expect(opened).toEqual([
      `${window.location.origin}/share?url=https%3A%2F%2Fwww.amazon.com%2Fdp%2FB0KETTLE01%3Fa%3Db%26c%3Dd%23e`,
    ])
    // In a page of ours it runs nothing, and says where it belongs.
    await bookmark.click()
    await expect.element(toastOf('Drag it to your bookmarks')).toBeVisible()
  })
})
