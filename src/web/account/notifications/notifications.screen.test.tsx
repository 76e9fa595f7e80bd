import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { offline } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { button, field, toastOf } from '../../testing/forms.ts'
import { openNotifications } from '../testing/settings.tsx'
import type { OwnWays } from './own-ways.ts'

const phone = {
  id: '0193a000-0000-7000-8000-000000000101',
  device: 'Chrome on Android',
  added_at: '2026-01-02T03:04:05.000Z',
  is_current: false,
}
const ways: OwnWays = {
  choices: [],
  time_zone: 'Europe/Berlin',
  quiet: { from: 22, to: 7 },
  email: 'maya@reader.example',
  is_unproven: false,
  bounces_since: null,
  push_key: 'BKey',
  devices: [phone],
}
const choose = 'PUT /api/v1/me/ways/choices/:kind/:way'
const quiet = 'PUT /api/v1/me/ways/quiet'
const zone = 'PUT /api/v1/me/ways/zone'

/** The page, with a server that keeps what is chosen. */
function open(rest: Partial<OwnWays> = {}) {
  let own = { ...ways, ...rest }
  return openNotifications(
    {},
    {
      'GET /api/v1/me/ways': () => own,
      [choose]: ({ params, body }) => {
        own = {
          ...own,
          choices: [
            ...own.choices.filter(({ kind, way }) => kind !== params.kind || way !== params.way),
            { ...params, ...body },
          ],
        }
        return own
      },
      [quiet]: ({ body }) => {
        own = { ...own, ...body }
        return own
      },
      [zone]: ({ body }) => {
        own = { ...own, time_zone: body.time_zone }
      },
      'DELETE /api/v1/me/ways/devices/:id': () => {
        own = { ...own, devices: [] }
      },
    },
  )
}

const toggle = (name: string) => page.getByRole('switch', { name, exact: true })

describe('the page of notifications (docs/product/ways.md#the-page)', () => {
  it('has a switch where something is chosen, which saves at once, also by the keyboard', async () => {
    const { sent } = await open()
    await expect.element(toggle('New followers: Mail')).toHaveAttribute('aria-checked', 'false')
    await toggle('New followers: Mail').click()
    await expect.element(toggle('New followers: Mail')).toHaveAttribute('aria-checked', 'true')
    await expect
      .poll(() => sent(choose).map(({ input }) => input))
      .toEqual([{ params: { kind: 'followed', way: 'mail' }, body: { is_on: true } }])
    ;(toggle('New followers: Device').element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.element(toggle('New followers: Device')).toHaveAttribute('aria-checked', 'false')
    expect(toggle('Changes of your sign-in: Mail').query()).toBeNull()
    await expect
      .element(page.getByRole('row', { name: /Changes of your sign-in/ }))
      .toMatchTextContent('Changes of your sign-inAlwaysAlways')
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('shows nothing to choose of what is off in the app', async () => {
    await open()
    await toggle('New followers: App').click()
    await expect.element(toggle('New followers: Mail')).not.toBeInTheDocument()
    await toggle('New followers: App').click()
    await expect.element(toggle('New followers: Mail')).toBeVisible()
  })

  it('puts a switch back where it was not saved', async () => {
    const { answer } = await open()
    answer({ [choose]: () => Promise.reject(offline()) })
    await toggle('Orders: Mail').click()
    await expect.element(toastOf('That was not saved. Please try again.')).toBeVisible()
    await expect.element(toggle('Orders: Mail')).toHaveAttribute('aria-checked', 'false')
  })

  it('sets quiet hours and the zone', async () => {
    const { sent } = await open()
    await field('From').selectOptions('11 PM')
    await field('Time zone').selectOptions('Asia/Tokyo')
    await toggle('Keep quiet at night').click()
    await expect.element(field('From')).not.toBeInTheDocument()
    await expect
      .poll(() => sent(quiet).map(({ input }) => input.body))
      .toEqual([{ quiet: { from: 23, to: 7 } }, { quiet: null }])
    expect(sent(zone).map(({ input }) => input.body)).toEqual([{ time_zone: 'Asia/Tokyo', by: 'hand' }])
  })

  it('lists other devices with a button to remove each, and says where this one shows nothing', async () => {
    const { sent } = await open()
    await expect.element(page.getByText('This browser cannot show messages.')).toBeVisible()
    await button('Remove Chrome on Android').click()
    await expect.element(page.getByText('Chrome on Android')).not.toBeInTheDocument()
    expect(sent('DELETE /api/v1/me/ways/devices/:id').map(({ input }) => input)).toEqual([
      { params: { id: phone.id } },
    ])
  })

  it('says that no news go to an address that nobody has proved', async () => {
    await open({ is_unproven: true })
    await expect
      .element(page.getByText(/Nobody has proved yet that maya@reader.example is yours/))
      .toBeVisible()
  })
})
