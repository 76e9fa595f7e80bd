import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fitsItsWidth } from '../../testing/flaws.ts'
import { orderDetail } from '../../testing/samples.ts'
import { renderScreen } from '../../testing/screen.tsx'
import { OrderMatch } from './order-match.tsx'

const assign = page.getByRole('button', { name: 'Assign by hand' })

it('offers to assign an order that a report has', async () => {
  await renderScreen(<OrderMatch order={orderDetail({})} />)
  await expect.element(assign).toBeVisible()
})

it('offers no assignment of a withdrawn order, and says why', async () => {
  await renderScreen(<OrderMatch order={orderDetail({ order_status: 'withdrawn' })} />)
  await expect
    .element(page.getByText('It cannot be assigned: it is no longer in any report, so it pays nobody.'))
    .toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(fitsItsWidth()).toBe(true)
})
