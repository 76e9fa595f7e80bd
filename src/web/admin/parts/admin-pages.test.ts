import { describe, expect, it } from 'vitest'
import { type AdminPage, adminGroups, adminPageAt, listedAdminPageAt } from './admin-pages.ts'

const pages: AdminPage[] = adminGroups.flatMap((group): readonly AdminPage[] => group.pages)

describe('the pages of admins (docs/product/admin.md#groups)', () => {
  it('are found by their own addresses, with their headings', () => {
    for (const page of pages) {
      expect(adminPageAt(page.to).page).toBe(page)
      expect(listedAdminPageAt(page.to)).toEqual({ title: page.title ?? page.label, page })
      for (const view of page.views ?? []) expect(adminPageAt(view.to).page).toBe(page)
    }
    expect(listedAdminPageAt('/admin/holds')?.title).toBe('Holds')
    expect(listedAdminPageAt('/admin/')?.title).toBe('Admin Panel')
  })

  it.each([
    ['/admin/orders/112-1', 'Orders', 'Orders'],
    ['/admin/runs/7/matched', 'Orders', 'Pipeline'],
    ['/admin/advice/7', 'Money', 'Payouts'],
    ['/admin/books/2026-11', 'Money', 'Books'],
    ['/admin/questions/7', 'People', 'Creators'],
    ['/admin/orders-of-nobody', 'Orders', 'Pipeline'],
  ])('%s is below a page of theirs, and has a heading of its own', (path, group, label) => {
    const found = adminPageAt(path)
    expect([found.group.name, found.page.label]).toEqual([group, label])
    expect(listedAdminPageAt(path)).toBeUndefined()
  })
})
