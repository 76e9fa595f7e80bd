import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { WireUser } from '../../../identity/contract.ts'
import { authError } from '../../../identity/errors.ts'
import { ApiError } from '../../api/client.ts'
import { offline, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, fill, toastOf } from '../../testing/forms.ts'
import { person, sessionOf } from '../../testing/session.ts'
import { answerWire, sentByWire } from '../../testing/wire.ts'
import { openData, openDevices, openSignIn } from '../testing/settings.tsx'

const update = 'PUT /auth/v1/user'
const lost = () => {
  throw offline()
}

describe('where the person is signed in', () => {
  const sessionOn = (n: number, device: string, is_current = false) => ({
    id: `0193a000-0000-7000-8000-00000000010${n}`,
    device,
    created_at: '2026-01-02T03:04:05.000Z',
    refreshed_at: '2026-01-02T03:04:05.000Z',
    is_current,
  })
  const items = [
    sessionOn(1, 'Firefox on Linux'),
    sessionOn(2, 'Chrome on Android', true),
    sessionOn(3, 'Safari on iOS'),
  ]
  const region = () => page.getByRole('region', { name: 'Where you are signed in' })
  const rows = () => region().getByRole('listitem')

  /** Scrolls to the sessions, which load only then. */
  async function openSessions(more: Parameters<typeof openDevices>[1] = {}) {
    const screen = await openDevices({}, { 'GET /api/v1/me/sessions': () => ({ items }), ...more })
    await expect.element(region()).toBeInTheDocument()
    region().element().scrollIntoView()
    return screen
  }

  it('lists the sessions, this one first, and ends one', async () => {
    const { sent } = await openSessions({ 'DELETE /api/v1/me/sessions/:id': () => undefined })
    await expect.element(rows().first()).toMatchTextContent('This device')
    expect(rows().elements()).toHaveLength(3)
    await rows().nth(1).getByRole('button', { name: /^End/ }).click()
    await expect.element(toastOf('Session ended')).toBeVisible()
    expect(rows().elements()).toHaveLength(2)
    expect(sent('DELETE /api/v1/me/sessions/:id').map(({ input }) => input)).toEqual([
      { params: { id: items[0]?.id } },
    ])
  })

  it('says when one could not be ended, and keeps its row', async () => {
    await openSessions({ 'DELETE /api/v1/me/sessions/:id': lost })
    await rows().nth(1).getByRole('button', { name: /^End/ }).click()
    await expect.element(toastOf('Failed to end the session. Please try again.')).toBeVisible()
    expect(rows().elements()).toHaveLength(3)
  })

  it('signs out everywhere else at once', async () => {
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await openSessions()
    await button('Sign out everywhere else').click()
    await expect.element(toastOf('Signed out everywhere else')).toBeVisible()
    expect(rows().elements()).toHaveLength(1)
    expect(sentByWire('POST /auth/v1/logout').map(({ query }) => query)).toEqual([{ scope: 'others' }])
  })

  it('says when they could not be loaded, and tries again', async () => {
    const { answer } = await openSessions({
      'GET /api/v1/me/sessions': () => {
        throw refused('internal_error', 'Broken')
      },
    })
    await expect.element(region().getByText('Failed to load where you are signed in')).toBeVisible()
    answer({ 'GET /api/v1/me/sessions': () => ({ items }) })
    await button('Retry').click()
    await expect.element(region().getByText('This device')).toBeVisible()
  })
})

describe('changing the password', () => {
  const updateButton = () => button('Update password')

  it('sends the current and the new one once, and gives the focus back to its button', async () => {
    // Held back until both presses are made: the second press must not land on what replaces the form.
    const { promise: updated, resolve: answerUpdate } = Promise.withResolvers<WireUser>()
    answerWire({ [update]: () => updated })
    await openSignIn()
    await button('Change password').click()
    await expect.element(field('Current password')).toHaveFocus()
    await fill({ 'Current password': 'correct horse', 'New password': 'a better horse' })
    await expect.element(page.getByText('Password strength: Strong', { exact: true })).toBeVisible()
    await updateButton().dblClick()
    answerUpdate(sessionOf(person).user)
    await expect.element(toastOf('Password updated.')).toBeVisible()
    await expect.element(button('Change password')).toHaveFocus()
    expect(sentByWire(update).map(({ body }) => body)).toEqual([
      expect.objectContaining({ password: 'a better horse', current_password: 'correct horse' }),
    ])
  })

  it.each([
    ['Current password', 'wrong horse', 'a better horse', authError('current_password_invalid')],
    ['New password', 'correct horse', 'correct horse', authError('same_password')],
  ])('shows the server’s message beside %s', async (label, current, next, failure) => {
    answerWire({
      [update]: () => {
        throw failure
      },
    })
    await openSignIn()
    await button('Change password').click()
    await fill({ 'Current password': current, 'New password': next })
    await updateButton().click()
    await expect.element(page.getByRole('main').getByText(failure.message)).toBeVisible()
    await expect.element(toastOf(failure.message)).toBeVisible()
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(field('New password')).toHaveValue(next)
  })

  it('names what is missing or too short without asking the server', async () => {
    await openSignIn()
    await button('Change password').click()
    await field('New password').fill('1234567')
    await updateButton().click()
    await expect.element(page.getByText('Current password is required')).toBeVisible()
    await expect.element(page.getByText('Use at least 8 characters.')).toBeVisible()
    expect(sentByWire(update)).toEqual([])
  })

  it('offers a reset link where there is no password', async () => {
    await openSignIn({ has_password: false })
    await expect.element(page.getByText('You sign in without a password.', { exact: false })).toBeVisible()
    await expect.element(button('Change password')).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('link', { name: 'send yourself a reset link' }))
      .toHaveAttribute('href', '/forgot')
  })
})

describe('the copy of the person’s data', () => {
  it('says when it could not be downloaded', async () => {
    await openData({}, { 'GET /api/v1/me/export': lost })
    await button('Download my data').click()
    await expect.element(toastOf('Failed to download your data. Please try again.')).toBeVisible()
  })

  it('says how many downloads there may be, and when the next one', async () => {
    const terms = 'Too many downloads of your data: at most 10 within an hour.'
    const wait = 'Please try again in 40 minutes.'
    await openData(
      {},
      {
        'GET /api/v1/me/export': () => Promise.reject(new ApiError(429, 'rate_limited', `${terms} ${wait}`)),
      },
    )
    await button('Download my data').click()
    await expect.element(toastOf(`${terms} ${wait}`)).toBeVisible()
  })
})

describe('deleting the account', () => {
  const remove = 'DELETE /api/v1/me'
  const dialog = () => page.getByRole('dialog', { name: 'Delete your account?' })
  const removeButton = () => dialog().getByRole('button', { name: 'Delete account' })
  const passwordIsWrong = 'This password is not right.'

  it('asks for the username and the password', async () => {
    const { answer, sent } = await openData(
      {},
      {
        [remove]: () => {
          throw refused('validation_failed', passwordIsWrong, {
            problems: [{ path: 'password', message: passwordIsWrong }],
          })
        },
      },
    )
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await button('Delete account').click()
    await field('Your username').fill('aya')
    await expect.element(removeButton()).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('This is not your username.')).toBeVisible()
    await expect.element(page.getByText('Password is required')).toBeVisible()
    await fill({ 'Your username': 'maya', 'Your password': 'wrong horse' })
    await expect.element(page.getByText('This is not your username.')).not.toBeInTheDocument()
    await removeButton().click()
    await expect.element(page.getByText(passwordIsWrong)).toBeVisible()
    answer({ [remove]: () => undefined })
    await field('Your password').fill('correct horse')
    await removeButton().dblClick()
    await expect.element(toastOf('Account deleted')).toBeVisible()
    expect(sent(remove).map(({ input }) => input.body)).toEqual([
      { username: 'maya', password: 'wrong horse' },
      { username: 'maya', password: 'correct horse' },
    ])
  })

  it('says what is deleted and what stays, and does nothing when it is cancelled', async () => {
    const { sent } = await openData()
    await button('Delete account').click()
    for (const text of [
      'Your products. Your short links stop working.',
      'Records of earnings, without your name.',
      'The username maya is never given to anyone else.',
    ])
      await expect.element(dialog().getByText(text)).toBeVisible()
    await button('Cancel').click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(button('Delete account')).toHaveFocus()
    expect(sent(remove)).toEqual([])
  })

  it('tells what is not paid out yet, and has it paid out once more', async () => {
    const { sent } = await openData(
      {},
      {
        'GET /api/v1/me/leaving': () => ({
          ...{ available: 8.25, pending: 30.5, held: 0, is_claimable: true },
          last_payout: { method: 'paypal', account: 'm•••@pay.example' },
        }),
        [remove]: () => undefined,
      },
    )
    answerWire({ 'POST /auth/v1/logout': () => undefined })
    await button('Delete account').click()
    await expect.element(dialog().getByText('$8.25 available, $30.50 pending')).toBeVisible()
    await expect.element(dialog().getByText(/can be claimed for three years/)).toBeVisible()
    await dialog().getByRole('checkbox').click({ force: true })
    await expect.element(dialog().getByText(/payout details stay, encrypted/)).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await fill({ 'Your username': 'maya', 'Your password': 'correct horse' })
    await removeButton().click()
    await expect.element(toastOf('Account deleted')).toBeVisible()
    expect(sent(remove).map(({ input }) => input.body)).toEqual([
      { username: 'maya', password: 'correct horse', last_payout: true },
    ])
  })

  it('stays open while it is under way, and says when it failed', async () => {
    const { promise: opened, resolve: release } = Promise.withResolvers<void>()
    await openData(
      {},
      {
        [remove]: async () => {
          await opened
          throw offline()
        },
      },
    )
    await button('Delete account').click()
    await fill({ 'Your username': 'maya', 'Your password': 'correct horse' })
    await removeButton().click()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).toBeVisible()
    release()
    await expect.element(toastOf('Failed to delete your account. Please try again.')).toBeVisible()
    await expect.element(field('Your password')).toHaveValue('correct horse')
  })
})
