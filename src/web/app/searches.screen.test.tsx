import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../testing/app.tsx'
import type { Answers } from '../testing/fake-api.ts'
import { refused } from '../testing/fake-api.ts'
import { me } from '../testing/people.ts'
import { onePage } from '../testing/samples.ts'

const admin: Answers = {
  'GET /api/v1/me': () => ({ ...me, is_admin: true }),
  'GET /api/v1/admin/pipeline': () => Promise.reject(refused('not_found')),
}
const wrong =
  'state=x&from=2026-13-40&max=much&marketplace=zz&sort=up&by=9&month=13&period=Z&view=1&product=1&of=me'

it.each([
  ['/admin/orders', 'Orders', 'GET /api/v1/admin/orders', { state: 'all' }],
  ['/admin/holds', 'Holds', 'GET /api/v1/admin/holds', { state: 'standing' }],
  ['/admin/creators', 'Creators', 'GET /api/v1/admin/creators', {}],
  [
    ...(['/earnings/products', 'Products', 'GET /api/v1/me/earnings/products'] as const),
    { period: 'M', sort: 'earnings', first: 'most', tz: 'UTC' },
  ],
  ['/earnings', 'Earnings', 'GET /api/v1/me/ledger/orders', { sort: 'ordered' }, { months: [] }],
] as const)(
  '%s opens without what its address says wrongly (docs/product/addresses.md#the-table)',
  async (path, title, call, asked, rest: object = {}) => {
    const { sent } = await renderApp(`${path}?${wrong}`, {
      api: { ...admin, [call]: () => ({ ...onePage([]), ...rest }) },
    })
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect.poll(() => sent(call).length).toBeGreaterThan(0)
    const [first] = sent(call)
    expect(JSON.parse(JSON.stringify({ ...first?.input.query }))).toEqual(asked)
  },
)
