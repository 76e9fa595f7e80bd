import { z } from 'zod'
import type { Amazon } from '../../amazon/index.ts'
import { type ClicksDependencies, recordClick } from '../../clicks/index.ts'
import { newProduct, productChanges } from '../../folio/contract.ts'
import {
  addPin,
  addShortLink,
  deleteProduct,
  editProduct,
  findCategorized,
  publishProduct,
  requireOwnProducts,
  setPin,
} from '../../folio/index.ts'
import type { Media } from '../../media/index.ts'
import { profileChanges } from '../../people/contract.ts'
import { updateProfile } from '../../people/index.ts'
import { type Context, requireUser } from '../../platform/context.ts'
import type { Call } from '../../platform/http/route.ts'
import type { AccountLimit } from '../../platform/limits/account-limit.ts'
import { id } from '../../shared/schemas.ts'
import { refusedRow } from '../errors.ts'
import type { TableName } from '../tables.ts'
import { parsed, type Row, type Taken } from './rows.ts'

export type WritingDeps = {
  amazon: Amazon
  media: Media
  posts: AccountLimit
  renames: AccountLimit
  appName: string
  clicks: ClicksDependencies
}

export type Resolution = 'merge-duplicates' | 'ignore-duplicates' | undefined

/** How rows of a table are written: each by the service that the product's own calls use. */
export type Writer = {
  insert?: Taken & {
    /** Nobody may do it too, and sees nothing of the row then. */
    isOpen?: true
    /** Whether a row that is there already may be merged, and by which columns it is known. */
    conflict?: readonly string[]
    /** Returns the values of `pin` by which the rows are found. */
    rows(
      context: Context,
      deps: WritingDeps,
      rows: Row[],
      how: { resolution: Resolution; call: Call },
    ): Promise<string[]>
  }
  update?: Taken & { rows(context: Context, deps: WritingDeps, ids: string[], changes: Row): Promise<void> }
  remove?: { rows(context: Context, deps: WritingDeps, ids: string[]): Promise<void> }
  /** The column by whose values rows are changed, removed and answered. */
  pin: string
}

const ownOnly = (context: Context, rows: Row[]) => {
  const { userId } = requireUser(context)
  for (const { user_id } of rows)
    if (user_id !== undefined && user_id !== userId)
      throw refusedRow('new row violates row-level security policy: user_id is not yours', '42501')
}

const uuid = id.toLowerCase()
const productLink = z.object({ product_id: uuid, category_id: uuid })
const shortLink = z.object({ id: z.string().max(25), product_id: uuid })
const earningsRow = z.object({
  product_id: uuid,
  clicks_count: z.literal(0).optional(),
  earnings_usd: z.literal(0).optional(),
})
const click = z.object({ product_id: uuid, referrer: z.string().max(2_048).nullish() })
const pin = z.object({ category_id: uuid, is_pinned: z.boolean() })
const pinChange = pin.pick({ is_pinned: true }).partial()

export const writers: Partial<Record<TableName, Writer>> = {
  products: {
    pin: 'id',
    insert: {
      columns: ['user_id', 'amazon_url', 'asin', 'title', 'description', 'user_comment', 'image_url', 'tags'],
      decided: ['price_usd', 'is_categorized'],
      async rows(context, { amazon, media, posts }, rows) {
        ownOnly(context, rows)
        const products = rows.map((row) => parsed(newProduct, { ...blank, ...row, category_id: null }))
        return posts.spend(context, products.length, async (done) => {
          const ids: string[] = []
          for (const product of products) {
            const { id } = await publishProduct(context, { amazon, media }, product, { hasOwnSamples: true })
            ids.push(id)
          }
          done(ids.length)
          return ids
        })
      },
    },
    update: {
      columns: ['user_id', 'title', 'description', 'user_comment', 'image_url', 'tags'],
      decided: ['price_usd', 'is_categorized'],
      async rows(context, { media }, ids, { user_id, ...row }) {
        ownOnly(context, [{ user_id }])
        const changes = parsed(productChanges, row)
        const edit = { changes, versions: undefined, ignoresForeignPicture: true }
        for (const id of ids) await editProduct(context, media, { id, ...edit })
      },
    },
    remove: {
      async rows(context, _deps, ids) {
        for (const id of ids) await deleteProduct(context, { id, versions: undefined })
      },
    },
  },
  product_categories: {
    pin: 'product_id',
    insert: {
      columns: ['product_id', 'category_id'],
      async rows(context, { media }, rows) {
        const links = rows.map((row) => parsed(productLink, row))
        await requireOwn(context, links)
        await requireUncategorized(context, links)
        for (const { product_id, category_id } of links)
          await editProduct(context, media, { id: product_id, changes: { category_id }, versions: undefined })
        return links.map(({ product_id }) => product_id)
      },
    },
    remove: {
      async rows(context, { media }, ids) {
        for (const id of ids)
          await editProduct(context, media, { id, changes: { category_id: null }, versions: undefined })
      },
    },
  },
  short_links: {
    pin: 'id',
    insert: {
      columns: ['id', 'product_id'],
      async rows(context, _deps, rows) {
        const links = rows.map((row) => parsed(shortLink, row))
        await requireOwn(context, links)
        for (const link of links) await addShortLink(context, link)
        return links.map(({ id }) => id)
      },
    },
  },
  // The record is there with its product; a client that makes it too changes nothing.
  earnings: {
    pin: 'product_id',
    insert: {
      columns: ['product_id', 'clicks_count', 'earnings_usd'],
      async rows(context, _deps, rows) {
        const records = rows.map((row) => parsed(earningsRow, row))
        return requireOwn(context, records)
      },
    },
  },
  clicks: {
    pin: 'product_id',
    insert: {
      isOpen: true,
      columns: ['product_id', 'referrer'],
      // What browser it was and when, the server sees for itself.
      decided: ['user_agent', 'timestamp'],
      async rows(context, { clicks }, rows, { call: { method, headers, address } }) {
        const visits = rows.map((row) => parsed(click, row))
        for (const { product_id, referrer } of visits)
          await recordClick(context, clicks, {
            productId: product_id,
            ...{ kind: 'view', eventId: null, viewEventId: null, listLink: null },
            referrer: referrer ?? null,
            request: { method, headers, address },
          })
        return visits.map(({ product_id }) => product_id)
      },
    },
  },
  profiles: {
    pin: 'id',
    update: {
      columns: ['first_name', 'last_name', 'username', 'avatar_url', 'bio'],
      async rows(context, { media, appName, renames }, ids, row) {
        const changes = parsed(profileChanges, row)
        if (ids.length > 0) await updateProfile(context, media, changes, { appName, renames })
      },
    },
  },
  user_category_preferences: {
    pin: 'category_id',
    insert: {
      columns: ['user_id', 'category_id', 'is_pinned'],
      decided: ['sort_order'],
      conflict: ['user_id', 'category_id'],
      async rows(context, _deps, rows, { resolution }) {
        ownOnly(context, rows)
        const written: string[] = []
        for (const one of rows.map((row) => parsed(pin, row))) {
          if (resolution === 'merge-duplicates') await setPin(context, one)
          else if (!(await addPin(context, one))) {
            if (resolution === 'ignore-duplicates') continue
            throw refusedRow('There is a preference of this category.', '23505')
          }
          written.push(one.category_id)
        }
        return written
      },
    },
    update: {
      columns: ['user_id', 'is_pinned'],
      decided: ['sort_order'],
      async rows(context, _deps, ids, { user_id, ...row }) {
        ownOnly(context, [{ user_id }])
        const { is_pinned } = parsed(pinChange, row)
        if (is_pinned !== undefined)
          for (const category_id of ids) await setPin(context, { category_id, is_pinned })
      },
    },
  },
}

/** How a method changes a table; undefined where nobody may. */
export const actOf = (table: TableName, method: 'POST' | 'PATCH' | 'DELETE') =>
  ({ POST: writers[table]?.insert, PATCH: writers[table]?.update, DELETE: writers[table]?.remove })[method]

const blank = { title: '', description: null, user_comment: null, image_url: null, tags: null }

/** Returns the ids of the rows' products. Throws `42501` for another person's. */
async function requireOwn(context: Context, rows: { product_id: string }[]): Promise<string[]> {
  const ids = rows.map(({ product_id }) => product_id)
  await requireOwnProducts(context, ids)
  return ids
}

/** Throws `23505` where a product is in a category: it is in one at most. */
async function requireUncategorized(context: Context, links: { product_id: string }[]): Promise<void> {
  const ids = links.map(({ product_id }) => product_id)
  const categorized = await findCategorized(context, ids)
  if (categorized.length > 0 || new Set(ids).size < ids.length)
    throw refusedRow('A product is in one category at most: delete its link first.', '23505')
}
