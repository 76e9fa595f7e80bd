import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderScreen } from '../../testing/screen.tsx'
import { listCard } from '../testing/lists.ts'
import { InOthersLists } from './in-others-lists.tsx'

const productId = '0193a000-0000-7000-8000-000000000001'

it('lets a creator take a product out of lists of others, after a question (docs/product/lists-screens.md#in-lists-of-others)', async () => {
  let lists = ['Gifts', 'My corner'].map((title, n) => {
    const { id, slug, profiles } = listCard(title, n + 1)
    return { id, slug, title, profiles }
  })
  const { sent } = await renderScreen(<InOthersLists productId={productId} />, {
    api: {
      'GET /api/v1/products/:ref/lists': () => ({ items: lists }),
      'POST /api/v1/products/:ref/lists/:list_id/refuse': ({ params }) => {
        lists = lists.filter(({ id }) => id !== params.list_id)
        return undefined as never
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'In lists of others' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Gifts/ })).toHaveAttribute('href', '/ana-lopez/gifts')
  await page.getByRole('button', { name: 'Take out of Gifts' }).click()
  await page.getByRole('button', { name: 'Take out', exact: true }).click()
  await expect.element(page.getByText('Taken out')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Gifts/ })).not.toBeInTheDocument()
  expect(sent('POST /api/v1/products/:ref/lists/:list_id/refuse')).toHaveLength(1)
})

it('is not there where no list of others has it', async () => {
  await renderScreen(<InOthersLists productId={productId} />, {
    api: { 'GET /api/v1/products/:ref/lists': () => ({ items: [] }) },
  })
  await expect.poll(() => page.getByRole('heading').elements()).toEqual([])
})
