import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { TestApp } from '../../harness/app.ts'
import type { Person } from '../../harness/people.ts'
import { file, post } from './shelf.ts'

/** Publishes products under a category, by its slug, the last one newest. */
export async function postTo(app: TestApp, owner: Person, slug: string, titles: string[]): Promise<void> {
  for (const title of titles) {
    app.clock.advance(1_000)
    await file(app, await post(app, owner, { title }), slug)
  }
}

/** Publishes products to the Inbox, the last one newest. */
export async function postToInbox(app: TestApp, owner: Person, titles: string[]): Promise<void> {
  for (const title of titles) {
    app.clock.advance(1_000)
    await post(app, owner, { title })
  }
}

/**
 * Fills a collection at once: `Thing 1` is the newest of `count`. In the Inbox, or under a category's slug. Without the
 * triggers, which run for each row.
 */
export async function fillShelf(
  app: TestApp,
  owner: Pick<Person, 'id'>,
  count: number,
  slug?: string,
): Promise<void> {
  await app.database.owner.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with made as (
        insert into products (user_id, payee_id, amazon_url, marketplace, asin, title, is_categorized,
                              metadata_source, created_at, updated_at, feed_at)
        select ${owner.id}, (select id from payees where user_id = ${owner.id}),
               'https://www.amazon.com/dp/B08N5WRWNW', 'us', 'B08N5WRWNW', 'Thing ' || n,
               ${slug !== undefined}, 'owner', at, at, at
        from generate_series(1, ${count}) n,
             lateral (select ${app.clock.now()}::timestamptz - n * interval '1 second' as at) a
        returning id, user_id, title, created_at
      ), linked as (
        insert into short_links (id, product_id, created_at)
        select 'thing-' || split_part(title, ' ', 2) || '-' || left(md5(${owner.id}), 6), id, created_at from made
      ), earning as (
        insert into earnings (product_id) select id from made
      ), counted as (
        insert into click_totals (product_id) select id from made
      )
      insert into product_categories (product_id, category_id, user_id, created_at, feed_at)
      select made.id, c.id, made.user_id, made.created_at, made.created_at
      from made join categories c on c.slug = ${slug ?? null}
    `.execute(tx)
  })
}

/** The names of someone's pinned categories on the server. */
export async function pinnedNames(app: TestApp, person: Person): Promise<string[]> {
  const { body } = await app.request('GET', '/api/v1/me/categories', { token: person.token })
  return body.items
    .filter(({ is_pinned }: { is_pinned: boolean }) => is_pinned)
    .map(({ name }: { name: string }) => name)
}

/** The titles of someone's products in a category or the Inbox on the server. */
export async function titlesIn(app: TestApp, person: Person, slug: string): Promise<string[]> {
  const { body } = await app.request('GET', `/api/v1/me/products?category=${slug}`, { token: person.token })
  return body.items.map(({ title }: { title: string }) => title)
}

/** Calls that match fail as without a network, until the returned function is called. */
export async function failCalls(page: Page, pattern: string): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => route.abort())
  return () => page.unroute(pattern)
}
