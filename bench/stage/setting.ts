import type { DataSize } from '../data/size.ts'
import { CannotMeasure } from '../report.ts'
import { type RunningApp, startApp } from './app.ts'
import { type BenchDatabase, createBenchDatabase } from './database.ts'

/** A product whose page shows all that a page can show. */
export type ShownProduct = { id: string; shortLink: string }

/** What figures share. Made when first asked for, so that a run of one figure waits for nothing else. */
export type Setting = {
  /** How long a figure lasts that measures effects of time. */
  minutes: number
  /** Whether figures that last long are only tried, with little data. */
  isSmall: boolean
  database(): Promise<BenchDatabase>
  /** Folio on that database. */
  app(): Promise<RunningApp>
  product(): Promise<ShownProduct>
  /** Ends and removes all that was made, also while a figure is being measured. */
  end(): Promise<void>
}

export function createSetting({
  size,
  minutes,
  isSmall,
}: {
  size: DataSize
  minutes: number
  isSmall: boolean
}): Setting {
  let ending: Promise<void> | undefined
  const once = <T>(make: () => Promise<T>) => {
    let making: Promise<T> | undefined
    const get = async () => {
      making ??= make()
      const thing = await making
      if (ending) throw new CannotMeasure('The run was interrupted.')
      return thing
    }
    return Object.assign(get, { made: async () => making?.catch(() => undefined) })
  }
  const database = once(() => {
    console.log(`Making ${size.products.toLocaleString('en')} products …`)
    return createBenchDatabase(size)
  })
  const app = once(async () => startApp({ DATABASE_URL: (await database()).url, TRUST_PROXY: 'on' }))
  const endAll = async () => {
    await (await app.made())?.stop()
    await (await database.made())?.close()
  }
  return {
    minutes,
    isSmall,
    database,
    app,
    product: once(async () => findProduct(await database())),
    end: () => {
      ending ??= endAll()
      return ending
    },
  }
}

async function findProduct({ pool }: BenchDatabase): Promise<ShownProduct> {
  const { rows } = await pool.query<ShownProduct>(`
    select p.id, s.id as "shortLink" from products p join short_links s on s.product_id = p.id
    where p.deleted_at is null and p.price_cents is not null and p.is_categorized
      and p.user_comment is not null and p.tags is not null
    order by p.created_at desc limit 1`)
  if (!rows[0]) throw new Error('There is no product to show.')
  return rows[0]
}

/** Whose list is the largest, and a product of it in a category. */
export async function findStorefront(
  setting: Pick<Setting, 'database'>,
): Promise<{ username: string; product: string }> {
  const { pool } = await setting.database()
  const { rows } = await pool.query<{ username: string; product: string }>(`
    select a.username, i.product_id as product
    from (select id, user_id from lists order by items_count desc limit 1) l
    join profiles a on a.id = l.user_id
    join list_items i on i.list_id = l.id
    join product_categories c on c.product_id = i.product_id
    limit 1`)
  if (!rows[0]) throw new Error('There is no list.')
  return rows[0]
}
