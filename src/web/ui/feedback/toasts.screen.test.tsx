import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.tsx'
import { toast as shown } from '../../testing/toasts.ts'
import { toast } from './toast.ts'

it('goes with its page, and stays while only the search of the address changes', async () => {
  const { router } = await renderApp('/earnings')
  await toast.success('Day set')
  await expect.element(shown('Day set')).toBeVisible()
  await router.navigate({ to: '/earnings', search: { period: 'W' } })
  await expect.element(shown('Day set')).toBeVisible()
  await router.navigate({ to: '/my-folio' })
  await expect.element(shown('Day set')).not.toBeInTheDocument()
})

it('stays where it reports what led to another page', async () => {
  const { router } = await renderApp('/earnings')
  await toast.success('Signed out successfully', { isParting: true })
  await router.navigate({ to: '/my-folio' })
  await expect.element(page.getByRole('heading', { level: 1, name: 'My Folio' })).toBeInTheDocument()
  await expect.element(shown('Signed out successfully')).toBeVisible()
})
