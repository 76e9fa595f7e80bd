import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { ReviewGroup } from '../answers.ts'

const [ana, ben] = ['ana', 'ben'].map((username, n) => ({
  payee_id: idOf(5, n),
  username,
  avatar_url: null,
})) as [ReviewGroup['claimants'][number], ReviewGroup['claimants'][number]]

const group: ReviewGroup = {
  marketplace: 'us',
  asin: 'B0C7KQ4T2M',
  month: '2026-11',
  reason: 'several_creators',
  claimants: [ana, ben],
  product_title: 'A mug that keeps its coffee warm until the very last sip, in blue',
  orders: 2,
  commission: 100,
  currency: 'USD',
}
const side = ({ payee_id, username }: typeof ana, networks: number) => ({
  creator: { payee_id, username },
  views: networks,
  presses: networks,
  own_visits: 0,
  networks,
  visitors: networks,
  first_at: '2026-11-03T18:00:00Z',
  last_at: '2026-11-03T19:30:00Z',
  hours: 2,
  flags: [],
})

type Decided = { decided: number; left: number }

/** Opens the screen of the groups; `answers` are those of the decisions, in turn. */
async function openGroups(answers: (() => Promise<Decided>)[]) {
  const sent: unknown[] = []
  let groups = [group]
  await renderApp('/admin/orders?state=under_review', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, under_review: groups[0]?.orders ?? 0 }),
      'GET /api/v1/admin/orders': () => onePage([]),
      'GET /api/v1/admin/reviews': () => ({ items: groups }),
      'GET /api/v1/admin/reviews/evidence': () => ({
        orders: 2,
        commission: 100,
        sides: [side(ana, 4), side(ben, 1)],
      }),
      'POST /api/v1/admin/reviews/decision': ({ body }) => {
        sent.push(body)
        return (answers.shift() ?? (() => ({ decided: 2, left: 0 })))()
      },
    },
  })
  await page.getByRole('button', { name: 'Contested ones together' }).click()
  await page.getByRole('button', { name: 'Compare and decide' }).click()
  const becomes = (next: ReviewGroup[]) => {
    groups = next
  }
  return { sent, becomes }
}
const asked = { marketplace: 'us', asin: 'B0C7KQ4T2M', month: '2026-11', review: 'several_creators' }
const claimants = [ana.payee_id, ben.payee_id]
const dialog = () => page.getByRole('dialog')

it('decides contested orders together, with the evidence for each creator', async () => {
  // Answered after the second click, which would else hit what is below the dialog.
  const answer = Promise.withResolvers<Decided>()
  const { sent, becomes } = await openGroups([() => answer.promise])
  await expect.element(page.getByText('B0C7KQ4T2M · November 2026 · 2 orders')).toBeVisible()
  await expect.element(page.getByText('4 networks · 4 visitors · 4 presses · 4 views')).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'They are @ana’s' }).click()
  await expect.element(dialog().getByText('2 orders, $100.00')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('She showed the receipt')
  becomes([])
  await dialog().getByRole('button', { name: 'Decide 2 orders' }).dblClick()
  answer.resolve({ decided: 2, left: 0 })
  await expect.element(page.getByRole('heading', { name: 'Nothing is contested' })).toBeVisible()
  expect(sent).toEqual([
    {
      ...asked,
      claimants,
      payee_id: ana.payee_id,
      reason: 'She showed the receipt',
      expected: { orders: 2, commission: 100 },
    },
  ])
})

it('shows a group that changed meanwhile as it is now; what was typed stays', async () => {
  const conflict = () => Promise.reject(refused('conflict'))
  const { sent, becomes } = await openGroups([conflict, conflict])
  await page.getByRole('button', { name: 'They are nobody’s' }).click()
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Both were fakes')
  becomes([{ ...group, orders: 3, commission: 150 }])
  await dialog().getByRole('button', { name: 'Decide 2 orders' }).click()
  await expect.element(dialog().getByText(/^These orders changed meanwhile/)).toBeVisible()
  await expect.element(dialog().getByText(/^Now: 3 orders, \$150\.00/)).toBeVisible()
  await expect.element(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue('Both were fakes')
  expect(await flawsOf()).toEqual([])
  becomes([])
  await dialog().getByRole('button', { name: 'Decide 3 orders' }).click()
  await expect.element(dialog().getByText(/somebody else has decided/)).toBeVisible()
  expect(sent).toMatchObject([
    { payee_id: null, expected: { orders: 2, commission: 100 } },
    { payee_id: null, expected: { orders: 3, commission: 150 } },
  ])
})
