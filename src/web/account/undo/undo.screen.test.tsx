import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { refused } from '../../testing/fake-api.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { UndoPage } from './undo-page.tsx'
import type { UndoLink } from './undo-texts.ts'

const check = 'POST /api/v1/undo-links/check'
const use = 'POST /api/v1/undo-links/use'
const at = '2026-11-20T12:00:00.000Z'
const link: UndoLink = {
  ...{ is_done: false, until: '2026-11-27T12:00:00.000Z' },
  changes: [
    { means: 'password', change: 'changed', name: null, changed_at: at },
    { means: 'passkey', change: 'added', name: 'Chrome on Android', changed_at: at },
  ],
}
const done: UndoLink = { ...link, is_done: true, changes: [] }
const offer = () => page.getByRole('button', { name: 'Take back' })
const text = (words: string | RegExp) => page.getByText(words)

const renderLink = (checked: () => UndoLink | Promise<UndoLink>, route = '/auth/undo#token') =>
  renderScreen(<UndoPage />, { route, session: null, api: { [check]: checked, [use]: () => done } })

describe('taking back changes by the mailed link (docs/product/undo.md#the-page)', () => {
  it('says what would be taken back, and does nothing before the button is pressed', async () => {
    const { sent } = await renderLink(() => link)
    await expect.element(text('The password was set or changed')).toBeVisible()
    await expect.element(text('The passkey “Chrome on Android” was added')).toBeVisible()
    expect(sent(check).map(({ input }) => input.body)).toEqual([{ token: 'token' }])
    expect(sent(use)).toEqual([])
    await offer().click()
    await expect.element(text('The changes are taken back.')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Set a new password' }))
      .toHaveAttribute('href', '/forgot')
    expect(sent(use).map(({ input }) => input.body)).toEqual([{ token: 'token' }])
    expect(offer().query()).toBeNull()
  })

  it('says that it is done when it was', async () => {
    await renderLink(() => done)
    await expect.element(text('The changes are taken back.')).toBeVisible()
    expect(offer().query()).toBeNull()
  })

  it('says that a link does not work, and asks nobody without one', async () => {
    const { unmount } = await renderLink(() => Promise.reject(refused('not_found')))
    await expect.element(text('This link does not work')).toBeVisible()
    await unmount()
    const { sent } = await renderLink(() => link, '/auth/undo')
    await expect.element(text('This link does not work')).toBeVisible()
    expect(sent(check)).toEqual([])
  })

  it('can be tried again where looking or taking back has failed', async () => {
    const { answer } = await renderLink(() => Promise.reject(refused('internal_error')))
    await expect.element(text('Failed to look at the link')).toBeVisible()
    answer({ [check]: () => link, [use]: () => Promise.reject(refused('internal_error')) })
    await page.getByRole('button', { name: 'Retry' }).click()
    await offer().click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    answer({ [use]: () => done })
    await offer().click()
    await expect.element(text('The changes are taken back.')).toBeVisible()
  })
})
