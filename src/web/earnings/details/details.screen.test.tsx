import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnDetails } from '../../format/payout-details-text.ts'
import { renderApp } from '../../testing/app.tsx'
import { type Answers, refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { idOf } from '../../testing/samples.ts'

const text = (words: string | RegExp) => page.getByText(words)
const button = (name: string) => page.getByRole('button', { name, exact: true })

const paypal = {
  ...{ id: idOf(8, 1), method: 'paypal' as const, account: 'm•••@example.com', legal_name: 'Maya Okafor' },
  ...{ country: 'DE', counts_from: '2026-11-01T10:00:00Z' },
}

/** A stand-in for the server's payout details; 'wrong' is no password of hers. */
function details(start: Partial<OwnDetails> = {}): Answers {
  let own: OwnDetails = {
    ...{ current: null, coming: null, missing: 'details', is_lost: false, asks_password: true },
    ...start,
  }
  return {
    'GET /api/v1/me/payout-details': () => own,
    'PUT /api/v1/me/payout-details': ({ body: { method, legal_name, country, password } }) => {
      if (password === 'wrong') {
        const message = 'This password is not right.'
        throw refused('validation_failed', message, { problems: [{ path: 'password', message }] })
      }
      const coming = {
        ...{ id: idOf(8, 2), method, account: 'p•••@okafor.example', legal_name, country },
        counts_from: '2026-11-29T10:00:00Z',
      }
      own = { ...own, coming, missing: null }
      return own
    },
    'DELETE /api/v1/me/payout-details/coming': () => {
      own = { ...own, coming: null }
      return own
    },
  }
}

describe('how one is paid (docs/product/payouts.md#payout-details)', () => {
  it('is entered with the password, problems beside their fields, and counts later', async () => {
    const { sent } = await renderApp('/earnings/details', { api: details() })
    await expect.element(text(/Until then nothing is paid out to you\.$/)).toBeVisible()
    await button('Save').click()
    await expect.element(text('Please choose one')).toBeVisible()
    await expect.element(text('Please enter your legal name')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: /PayPal/ })).toHaveFocus()
    await page.getByRole('radio', { name: /Wise/ }).click()
    await button('Save').click()
    await expect.element(page.getByLabelText('Email address of your Wise account')).toHaveFocus()
    await page.getByLabelText('Email address of your Wise account').fill('pay@okafor.example')
    await page.getByLabelText('Legal name').fill('Maya Okafor')
    await page.getByLabelText('Country').selectOptions('Germany')
    await page.getByLabelText('Your password').fill('wrong')
    // Messages that went have moved the page; no choice may be half behind the bar.
    window.scrollTo(0, 0)
    expect(await flawsInEveryLook()).toEqual({})
    await button('Save').click()
    await expect.element(text('This password is not right.')).toBeVisible()
    await page.getByLabelText('Your password').fill('correct horse')
    await button('Save').click()
    await expect.element(page.getByRole('region', { name: /^From Nov 29/ })).toBeVisible()
    await expect.element(text('p•••@okafor.example')).toBeVisible()
    const person = { legal_name: 'Maya Okafor', country: 'DE' }
    const filled = { method: 'wise', account: 'pay@okafor.example', ...person }
    expect(sent('PUT /api/v1/me/payout-details').map(({ input }) => input.body)).toEqual([
      { ...filled, password: 'wrong' },
      { ...filled, password: 'correct horse' },
    ])
  })

  it('shows what counts now and what will, which can be taken back', async () => {
    const coming = {
      ...paypal,
      id: idOf(8, 2),
      account: 'x•••@example.com',
      counts_from: '2026-11-29T10:00:00Z',
    }
    await renderApp('/earnings/details', { api: details({ current: paypal, coming, missing: null }) })
    await expect.element(page.getByRole('region', { name: /^Until Nov 29/ })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await button('Take back').click()
    await expect.element(page.getByRole('region', { name: 'Now' })).toBeVisible()
    await expect.element(text('x•••@example.com')).not.toBeInTheDocument()
    await button('Change how you are paid').click()
    await expect.element(page.getByLabelText('Legal name')).toHaveValue('Maya Okafor')
    await expect.element(text(/Until then payouts go where they go now\.$/)).toBeVisible()
    await button('Cancel').click()
    await expect.element(button('Change how you are paid')).toBeVisible()
  })

  it('asks for a proven address first', async () => {
    await renderApp('/earnings/details', { api: details({ missing: 'proven_address' }) })
    await expect.element(page.getByRole('link', { name: 'Send me a link' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
  })

  it('says that what was entered is lost', async () => {
    await renderApp('/earnings/details', { api: details({ is_lost: true }) })
    await expect.element(text(/can no longer be read/)).toBeVisible()
  })
})
