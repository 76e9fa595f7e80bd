import { describe, expect, it } from 'vitest'
import { setRole, signUpAdmin } from '../../harness/people.ts'
import { signIn } from '../helpers/forms.ts'
import { callsTo } from '../helpers/shelf.ts'
import { setStage } from '../helpers/stage.ts'
import { addressOf, open, phone, visitor } from '../helpers/visitors.ts'

const stage = setStage()

describe('who may open /admin (docs/product/admin.md#access)', () => {
  it('an admin gets there by signing in, other pages load none of it, and it ends with the role', async () => {
    const ada = await signUpAdmin(stage.app)
    const context = await visitor(stage.browser, stage.app)
    const page = await open(context, '/admin/orders?state=high')
    await page.waitForURL('**/login')
    await signIn(page, ada)
    await page.waitForURL('**/admin/orders?state=high')
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()

    const scripts = new Set<string>()
    context.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.endsWith('.js')) scripts.add(pathname)
    })
    const withIt = async () => {
      const answers = await Promise.all([...scripts].map((path) => stage.app.request('GET', path)))
      return answers.filter(({ body }) => body.includes('Commission matching'))
    }
    for (const address of ['/feed', '/my-folio']) await page.goto(address, { waitUntil: 'networkidle' })
    expect(scripts.size).toBeGreaterThan(2)
    expect(await withIt()).toEqual([])
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('heading', { name: 'CSV import' }).waitFor()
    await page.getByRole('heading', { name: 'Commission matching' }).waitFor()
    expect(await withIt()).toHaveLength(1)
    expect(addressOf(page)).toBe('/admin')
    expect(await page.title()).toBe('Admin Panel · Folio')

    const onPhone = await open(
      await visitor(stage.browser, stage.app, { as: ada, viewport: phone }),
      '/profile',
    )
    await onPhone.getByRole('link', { name: 'Admin Panel' }).click()
    await onPhone.getByRole('heading', { name: 'CSV import' }).waitFor()

    // The last of the admin's pages is visible in the menu, and the keyboard still begins at the first.
    await onPhone.goto('/admin/audit')
    const here = onPhone.getByRole('link', { name: 'Audit log' })
    await here.waitFor()
    const edges = await here.evaluate((link) => [link.getBoundingClientRect().right, window.innerWidth])
    expect(edges[0]).toBeLessThanOrEqual(edges[1] as number)
    await onPhone.keyboard.press('Tab')
    expect(await onPhone.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')

    await setRole(stage.app, ada, 'user')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    expect(await page.title()).toBe('Page not found · Folio')
    const asked = callsTo(page, /\/admin/)
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    expect(await page.title()).toBe('Page not found · Folio')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await page.waitForURL('**/feed')
    await page.getByText('Ada Admin').waitFor()
    expect(await page.getByRole('link', { name: /^Admin/ }).count()).toBe(0)
    expect(asked.filter((call) => call.includes('/api/'))).toEqual([])
  })
})
