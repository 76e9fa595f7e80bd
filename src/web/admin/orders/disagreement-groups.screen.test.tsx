import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { refused } from '../../testing/fake-api.ts'
import { flawsInEveryLook, flawsOf } from '../../testing/flaws.ts'
import { me } from '../../testing/people.ts'
import { idlePipeline, idOf, onePage } from '../../testing/samples.ts'
import type { DisagreementGroup } from '../answers.ts'

const untagged: DisagreementGroup = {
  import_id: idOf(5, 1),
  file_name: 'the first report that has a column of sub tags, november.csv',
  creator: null,
  claim:
    'Other rows of the report have sub tags of our links. This one has a different sub tag or none, so it was bought elsewhere.',
  orders: 120,
  commission: 310.5,
  currency: 'USD',
  creators: 14,
  first_day: '2026-11-01',
  last_day: '2026-11-20',
}
const bens: DisagreementGroup = {
  ...untagged,
  file_name: null,
  creator: { payee_id: idOf(6, 1), username: 'ben' },
  claim: 'The report names a tracking id that is the creator’s.',
  orders: 1,
  commission: 4,
  creators: 1,
  last_day: '2026-11-01',
}
const call = 'POST /api/v1/admin/disagreements/decision'
const dialog = () => page.getByRole('dialog')

async function openGroups(items: DisagreementGroup[], answers: (() => Promise<never>)[] = []) {
  const known = { items }
  const { sent } = await renderApp('/admin/orders?state=evidence_disagrees', {
    api: {
      'GET /api/v1/me': () => ({ ...me, is_admin: true }),
      'GET /api/v1/admin/pipeline': () => ({ ...idlePipeline, evidence_disagrees: 121 }),
      'GET /api/v1/admin/orders': () => onePage([]),
      'GET /api/v1/admin/disagreements': () => ({ items: known.items }),
      [call]: () => (answers.shift() ?? (() => ({ decided: 120, left: 0 })))(),
    },
  })
  await page.getByRole('button', { name: 'Those of one report together' }).click()
  return { sent, known }
}

it('decides orders whose evidence disagrees together, by report', async () => {
  const { sent, known } = await openGroups([untagged, bens])
  await expect.element(page.getByText('120 orders would be nobody’s')).toBeVisible()
  await expect.element(page.getByText('1 order would be @ben’s')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Move it to @ben' })).toBeVisible()
  expect(await flawsInEveryLook()).toEqual({})
  await page.getByRole('button', { name: 'Keep them as they are' }).first().click()
  await expect.element(dialog().getByText('120 orders, $310.50')).toBeVisible()
  expect(await flawsOf()).toEqual([])
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('The tags are new')
  known.items = [bens]
  await dialog().getByRole('button', { name: 'Decide 120 orders' }).click()
  await expect.element(page.getByText('120 orders would be nobody’s')).not.toBeInTheDocument()
  expect(sent(call).map(({ input }) => input.body)).toEqual([
    {
      import_id: untagged.import_id,
      payee_id: null,
      claim: untagged.claim,
      choice: 'keep',
      reason: 'The tags are new',
      expected: { orders: 120, commission: 310.5 },
    },
  ])
})

it('shows a group that changed meanwhile as it is now; what was typed stays', async () => {
  const { sent, known } = await openGroups([untagged], [() => Promise.reject(refused('conflict'))])
  await page.getByRole('button', { name: 'Take them away' }).click()
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Bought elsewhere')
  known.items = [{ ...untagged, orders: 119, commission: 306.5 }]
  await dialog().getByRole('button', { name: 'Decide 120 orders' }).click()
  await expect.element(dialog().getByText(/^Now: 119 orders, \$306\.50/)).toBeVisible()
  await expect.element(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue('Bought elsewhere')
  known.items = []
  await dialog().getByRole('button', { name: 'Decide 119 orders' }).click()
  await expect.element(page.getByRole('heading', { name: 'Nothing disagrees' })).toBeVisible()
  expect(sent(call)).toMatchObject([
    { input: { body: { choice: 'change', expected: { orders: 120 } } } },
    { input: { body: { choice: 'change', expected: { orders: 119 } } } },
  ])
})
