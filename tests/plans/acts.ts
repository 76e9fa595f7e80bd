import { sql } from 'kysely'
import { setPicks } from '../../src/folio/index.ts'
import { hideProduct } from '../../src/folio/products/hiding.ts'
import { addItems, editItem, moveItem, refuseItem, removeItem } from '../../src/lists/editing/items.ts'
import { saveProducts } from '../../src/lists/editing/saved.ts'
import { closeReports } from '../../src/moderation/sql.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import type { TestDatabase } from '../harness/database.ts'
import type { Lists } from './lists.ts'
import { anyone, as, type Operation } from './principals.ts'

/** What changes lists, picks and what they show. */
export const acts: Record<string, (lists: Lists) => Operation> = {
  'forty things kept in an account':
    ({ creator, liked }) =>
    (db) =>
      saveProducts(as(creator, db), liked),
  'forty things put into a public list':
    ({ owner, largest, product, liked }) =>
    async (db) => {
      await sql`delete from list_items where list_id = ${largest} and position > 400`.execute(db)
      await addItems(as(owner, db), largest, [product, ...liked.slice(1)])
    },
  'a line about one of 500 things':
    ({ owner, largest, item }) =>
    (db) =>
      editItem(as(owner, db), { listId: largest, id: item }, { line: 'The best one.' }),
  'one of 500 things moved to the end':
    ({ owner, largest, item }) =>
    (db) =>
      moveItem(as(owner, db), { listId: largest, id: item, before: null }),
  'one of 500 things taken out':
    ({ owner, largest, item }) =>
    (db) =>
      removeItem(as(owner, db), { listId: largest, id: item }),
  'a thing taken out of a list of others':
    ({ creator, product, listOfOthers }) =>
    (db) =>
      refuseItem(as(creator, db), { listId: listOfOthers, productId: product }),
  'a product hidden that twenty lists show':
    ({ product }) =>
    (db) =>
      hideProduct(anyone(db), { id: product, reason: 'A copy' }),
  'six picks':
    ({ owner, liked }) =>
    (db) =>
      setPicks(as(owner, db), { product_ids: liked.slice(0, 6) }),
  'the reports on somebody with 200 lists':
    ({ owner }) =>
    (db) =>
      closeReports(db, { ofPerson: owner }, new Date()),
}

/** The tables that an act scans as a whole, in triggers too. What it does is undone. */
export async function readWholeBy(address: TestDatabase['address'], act: Operation): Promise<string[]> {
  // A connection of its own, whose counts of readings begin at nothing.
  const { db, close } = openDatabase(address, { max: 1 })
  const undo = new Error('undo')
  let names: string[] = []
  const acting = db.transaction().execute(async (tx) => {
    await act(tx)
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_xact_user_tables where seq_scan > 0`.execute(tx)
    names = rows.map(({ name }) => name)
    throw undo
  })
  await acting.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  await close()
  return names
}
