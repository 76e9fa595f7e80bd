import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import type { Answers } from '../../testing/fake-api.ts'
import { flawsInEveryLook } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idOf, onePage } from '../../testing/samples.ts'
import type { CreatorBalance } from '../answers.ts'

const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const former = { number: 12, left_on: '2026-07-03' }
const next = { kind: 'negative' as const, amount: -24, when: 'below zero', why: null }
const none = { name: '', posted: -24, pending: 0, paid: 0, held: 0, available: -24, minimum: 10, next }
const gone: CreatorBalance = {
  ...none,
  creator: { payee_id: idOf(7, 12), username: null, former },
  why_not_due: 'negative',
}
const ben: CreatorBalance = {
  ...{ ...none, name: 'Ben Katz', posted: 40, available: 40 },
  creator: { payee_id: idOf(7, 4), username: 'ben', former: null },
  why_not_due: 'debt',
}

function answers(of: CreatorBalance): Answers {
  let balance = of
  let items = of.creator.former ? [] : [{ payee_id: idOf(7, 12), former, amount: 24 }]
  return {
    'GET /api/v1/me': () => ({ ...me, is_admin: true }),
    'GET /api/v1/admin/balances/:username': () => balance,
    'GET /api/v1/admin/creators/:username/orders': () => onePage([]),
    'GET /api/v1/admin/creators/:username/payouts': () => onePage([]),
    'GET /api/v1/admin/adjustments': () => onePage([]),
    'GET /api/v1/admin/holds': () => onePage([]),
    'GET /api/v1/admin/fees': () => onePage([]),
    'GET /api/v1/admin/questions': () => onePage([]),
    'GET /api/v1/admin/payees/:id/debts': () => ({ items }),
    'POST /api/v1/admin/payees/:id/debts': ({ body }) => {
      items = []
      balance = { ...balance, available: 16, why_not_due: null }
      return { moved: body.is_theirs ? body.amount : 0 }
    },
    'POST /api/v1/admin/payees/:id/write-off': ({ body }) => {
      balance = { ...balance, posted: 0, available: 0 }
      return { id: idOf(7, 20), amount: body.amount }
    },
  }
}

describe('who has left with a debt (docs/product/payouts.md#leaving-with-a-debt)', () => {
  it('is shown by number, and the platform bears what they owe', async () => {
    const { sent } = await renderApp('/admin/creators/%2312', { api: answers(gone) })
    await expect.element(page.getByRole('heading', { name: 'Payee 12, left on Jul 3' })).toBeVisible()
    await expect.element(page.getByText('Not due: below zero.')).toBeVisible()
    expect(page.getByText('They read').elements()).toEqual([])
    expect(sent('GET /api/v1/admin/balances/:username')[0]?.input.params).toEqual({ username: '#12' })
    expect(await flawsInEveryLook()).toEqual({})
    await button('Adjust by hand').click()
    await expect.element(dialog.getByText('Adjust what payee 12 has?')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await button('Write off').click()
    await dialog.getByLabelText('Reason').fill('Nothing will come')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Write off' }).click()
    await expect.element(page.getByText('Written off')).toBeVisible()
    expect(sent('POST /api/v1/admin/payees/:id/write-off')[0]?.input.body).toEqual({
      ...{ amount: 24, reason: 'Nothing will come' },
    })
    await expect.element(button('Write off')).not.toBeInTheDocument()
  })

  it('asks whose it is at who is paid at the same account', async () => {
    const { sent } = await renderApp('/admin/creators/ben', { api: answers(ben) })
    const debts = page.getByRole('list', { name: 'debts' })
    await expect.element(debts.getByRole('link', { name: 'Payee 12, left on Jul 3' })).toBeVisible()
    expect(await flawsInEveryLook()).toEqual({})
    await debts.getByRole('button', { name: 'Say whose it is' }).click()
    await dialog.getByRole('radio', { name: /It is @ben’s/ }).click()
    await dialog.getByLabelText('Reason').fill('The same name')
    expect(await flawsInEveryLook()).toEqual({})
    await dialog.getByRole('button', { name: 'Answer' }).click()
    await expect.element(page.getByText('Answered')).toBeVisible()
    expect(sent('POST /api/v1/admin/payees/:id/debts')[0]?.input.body).toMatchObject({ is_theirs: true })
    await expect.element(debts).not.toBeInTheDocument()
  })
})
