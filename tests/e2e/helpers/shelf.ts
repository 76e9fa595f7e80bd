import type { Page } from 'playwright-core'
import type { TestApp } from '../../harness/app.ts'
import { insertProduct, type ProductRow } from '../../harness/factories.ts'
import type { Person } from '../../harness/people.ts'

type Values = NonNullable<Parameters<typeof insertProduct>[2]>

/** Adds a product of a signed-up person, published now unless set otherwise. */
export async function post(app: TestApp, owner: Person, values: Values = {}): Promise<ProductRow> {
  const { db } = app.database
  const payee = await db
    .selectFrom('payees')
    .where('user_id', '=', owner.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const at = app.clock.now()
  return insertProduct(
    db,
    { userId: owner.id, payeeId: payee.id, username: owner.username },
    { created_at: at, updated_at: at, ...values },
  )
}

/** Adds `count` products one second apart: `{name} 0` is the newest. */
export async function postMany(app: TestApp, owner: Person, name: string, count: number): Promise<void> {
  const newest = app.clock.now().getTime()
  for (let index = 0; index < count; index++)
    await post(app, owner, { title: `${name} ${index}`, created_at: new Date(newest - index * 1000) })
}

/** Puts a product into a category, by its slug. */
export async function file(app: TestApp, product: ProductRow, slug: string): Promise<void> {
  await app.database.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .selectFrom('categories')
      .where('slug', '=', slug)
      .select('id')
      .executeTakeFirstOrThrow()
    const { created_at } = await tx
      .updateTable('products')
      .set({ is_categorized: true })
      .where('id', '=', product.id)
      .returning('created_at')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('product_categories')
      .values({ product_id: product.id, category_id: id, created_at })
      .execute()
  })
}

/** The titles of the cards on a page, in order. */
export const titlesOn = (page: Page): Promise<string[]> =>
  page.locator('article').getByRole('heading').allTextContents()

/** Path and query of each call of the page that matches, from now on. */
export function callsTo(page: Page, pattern: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pattern.test(pathname)) calls.push(`${request.method()} ${pathname}${search}`)
  })
  return calls
}
