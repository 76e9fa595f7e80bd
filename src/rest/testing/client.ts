import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { TestApp } from '../../../tests/harness/app.ts'
import { proveAddress } from '../../../tests/harness/people.ts'

type Client = ReturnType<typeof createClient>
export type Row = Record<string, unknown> & { id: string }
/** Somebody who has signed up by the client. */
export type Member = { client: Client; id: string; token: string; username: string }

/** The official client, unmodified, with somebody's token or none. */
export const clientOf = (app: TestApp, person?: { token: string }): Client =>
  createClient(app.url, 'public-anon-key', {
    auth: { storageKey: randomUUID(), autoRefreshToken: false, persistSession: false },
    ...(person && { global: { headers: { Authorization: `Bearer ${person.token}` } } }),
  })

/** What the client got, which may not have failed. */
export async function done<T>(answer: PromiseLike<{ data: T; error: unknown }>): Promise<Row[]> {
  const { data, error } = await answer
  if (error) throw new Error(JSON.stringify(error))
  return (data ?? []) as Row[]
}

export async function join(app: TestApp, first_name: string, last_name: string): Promise<Member> {
  const client = clientOf(app)
  const { data } = await client.auth.signUp({
    email: `${first_name.toLowerCase()}@example.com`,
    password: 'correct horse',
    options: { data: { first_name, last_name } },
  })
  const id = data.user?.id as string
  await proveAddress(app, { id })
  const [profile] = await done(client.from('profiles').select('username').eq('id', id))
  return { client, id, username: profile?.username as string, token: data.session?.access_token as string }
}

// A GIF of one pixel.
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64')

/** Stores a picture; returns its public address. */
export async function upload({ client }: Member, name: string): Promise<string> {
  const bucket = client.storage.from('avatars')
  const { data, error } = await bucket.upload(name, pixel, { contentType: 'image/gif' })
  if (error) throw error
  return bucket.getPublicUrl(data.path).data.publicUrl
}

type Item = { title: string; asin: string; category_id?: string; signs: string[] }

/**
 * Posts an item as the specification's client does: its row, its category, a short link for which it tries several
 * texts, its record. Returns the row, and the codes of the short links' failures.
 */
export async function post({ client, id: user_id }: Member, { title, asin, category_id, signs }: Item) {
  const item = {
    ...{ user_id, asin, title, amazon_url: `https://www.amazon.com/dp/${asin}` },
    ...{ description: `About ${title}.`, user_comment: null, image_url: null, price_usd: 19.99 },
    ...{ tags: ['gift'], is_categorized: category_id !== undefined },
  }
  const [product] = await done(
    client
      .from('products')
      .insert(item as never)
      .select(),
  )
  const { id: product_id } = product as Row
  if (category_id) await file(client, [product_id], category_id)
  const tries: (string | undefined)[] = []
  for (const four of signs) {
    const link = { id: `${title.toLowerCase().replaceAll(' ', '-')}-${four}`, product_id }
    const { error } = await client.from('short_links').insert(link as never)
    tries.push(error?.code)
    if (!error) break
  }
  await done(client.from('earnings').insert({ product_id, clicks_count: 0, earnings_usd: 0 } as never))
  return { product: product as Row, tries }
}

/** Files products in a category as the specification's client does. */
export async function file(client: Client, ids: string[], category_id: string): Promise<void> {
  const links = ids.map((product_id) => ({ product_id, category_id }))
  await done(client.from('product_categories').insert(links as never))
  await done(
    client
      .from('products')
      .update({ is_categorized: true } as never)
      .in('id', ids),
  )
}
