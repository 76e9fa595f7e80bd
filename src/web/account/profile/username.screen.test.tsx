import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offline } from '../../testing/fake-api.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { openSettings } from '../testing/settings.tsx'

const lookUp = 'GET /api/v1/usernames/:username'
const username = () => field('Username')
const expectBlocked = () => expect.element(button('Save Changes')).toHaveAttribute('aria-disabled', 'true')
/** Expects this text in the line below the field, which screen readers announce as it changes. */
const says = (text: string) =>
  expect.element(page.getByRole('status').filter({ hasText: text })).toHaveTextContent(text)

describe('the username (docs/product/profile.md#username)', () => {
  it('is looked up once typing has stopped: ‘checking’, then ‘available’', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { sent } = await openSettings(
      {},
      {
        [lookUp]: async () => {
          await opened
          return { status: 'available' }
        },
      },
    )
    // Fake time: the test may type slower than the pause.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await username().fill('')
    await userEvent.type(username(), 'a-new-name')
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
    await says('Checking availability...')
    await expectBlocked()
    open()
    await says('Username is available.')
    expect(sent(lookUp).map(({ input }) => input)).toEqual([{ params: { username: 'a-new-name' } }])
    await expect.element(button('Save Changes')).not.toHaveAttribute('aria-disabled')
  })

  it('may be taken', async () => {
    await openSettings({}, { [lookUp]: () => ({ status: 'taken' }) })
    await username().fill('feed')
    await says('Checking availability...')
    await says('Username is already taken.')
    await expect.element(username()).toHaveAttribute('aria-invalid', 'true')
    await expectBlocked()
  })

  it('may be invalid, which needs no look-up', async () => {
    const { sent } = await openSettings()
    for (const name of ['ab', 'x'.repeat(21), 'two words', 'josé', '']) {
      await username().fill(name)
      await says('3–20 chars, lowercase letters, numbers, _ or -.')
      await expectBlocked()
    }
    expect(sent(lookUp)).toEqual([])
  })

  it('may fail to be looked up, and can still be saved', async () => {
    await openSettings(
      {},
      {
        [lookUp]: () => {
          throw offline()
        },
      },
    )
    await username().fill('who-knows')
    await says('Could not validate username.')
    await button('Save Changes').click()
    await expect.element(toastOf('Profile updated successfully')).toBeVisible()
  })

  it('may be the person’s own', async () => {
    await openSettings({ username: 'maya' })
    await says('Lowercase a-z, 0-9, _ or -; 3–20 chars.')
    await username().fill('ab')
    await says('3–20 chars, lowercase letters, numbers, _ or -.')
    await username().fill('maya')
    await says('Lowercase a-z, 0-9, _ or -; 3–20 chars.')
    await expectBlocked()
  })

  it('is lower-cased as it is typed, and the cursor stays where it was', async () => {
    await openSettings()
    await username().fill('ana-folio')
    await userEvent.keyboard('{Home}MY')
    await expect.element(username()).toHaveValue('myana-folio')
  })

  it('ignores an answer about an earlier name', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { sent } = await openSettings(
      {},
      {
        [lookUp]: async ({ params }) => {
          if (params.username !== 'first-name') return { status: 'available' }
          await opened
          return { status: 'taken' }
        },
      },
    )
    await username().fill('first-name')
    await expect.poll(() => sent(lookUp)).toHaveLength(1)
    await username().fill('second-name')
    await says('Username is available.')
    open()
    await new Promise(requestAnimationFrame)
    await says('Username is available.')
    await expect.element(page.getByText('Username is already taken.')).not.toBeInTheDocument()
  })
})
