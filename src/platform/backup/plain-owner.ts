import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseAddress } from '../database/database.ts'

// If the owner is a superuser, as in the embedded server, a restore works as an account that is not: whatever an
// archive might make the server do, it could not leave the database.

/** The name of that account. Each database has its own, by which a killed restore can be continued. */
async function nameOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select 'folio_restore_' || oid as name from pg_database where datname = current_database()`,
  )
  return rows[0]?.name as string
}

async function exists(client: pg.ClientBase, name: string): Promise<boolean> {
  return Boolean((await client.query('select from pg_roles where rolname = $1', [name])).rowCount)
}

/** Whether the current account is a superuser. */
async function isSuperuser(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  return rows[0]?.rolsuper === true
}

/**
 * Makes that account the owner of the database and of the restore's mark, and returns its address; the owner's own
 * address if the owner is no superuser. `client` is the owner's.
 */
export async function makePlainOwner(
  client: pg.ClientBase,
  owner: DatabaseAddress,
): Promise<DatabaseAddress> {
  if (!(await isSuperuser(client))) return owner
  const name = await nameOf(client)
  const password = randomBytes(24).toString('hex')
  const options = `login nosuperuser nocreaterole nocreatedb password '${password}'`
  await client.query(`${(await exists(client, name)) ? 'alter' : 'create'} role ${name} ${options}`)
  await client.query(`
    do $$ begin
      execute format('alter database %I owner to ${name}', current_database());
      alter table public.restoring owner to ${name};
    end $$`)
  return addressAs(owner, name, password)
}

/** As {@link makePlainOwner}, if an earlier attempt has left that account. */
export const findPlainOwner = async (
  client: pg.ClientBase,
  owner: DatabaseAddress,
): Promise<DatabaseAddress> =>
  (await exists(client, await nameOf(client))) ? makePlainOwner(client, owner) : owner

/** Returns everything that account owns to the caller's account, and removes it; does nothing if there is none. */
export async function handOver(client: pg.ClientBase): Promise<void> {
  const name = await nameOf(client)
  if (!(await exists(client, name))) return
  await client.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
}

/** The same server and database, as another account. */
function addressAs(address: DatabaseAddress, user: string, password: string): DatabaseAddress {
  if (!('connectionString' in address)) return Object.assign({}, address, { user, password })
  const { connectionString, hosts } = address
  const withAccount = (text: string) => {
    const url = new URL(text)
    // These parameters override the ones before the host, also in an address without a host.
    url.searchParams.set('user', user)
    url.searchParams.set('password', password)
    return url.href
  }
  return { connectionString: withAccount(connectionString), ...(hosts && { hosts: hosts.map(withAccount) }) }
}
