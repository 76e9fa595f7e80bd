import type pg from 'pg'
import { type Person, password, signInAll } from '../stage/sign-in.ts'
import { type Ask, askerOf } from './asker.ts'

/** What each is given for a run, in dollars. */
const amount = 25

type Stage = { url: string; pool: pg.Pool; admin: Person; counts: Map<string, number> }

/**
 * Ten people with payout details that count, and a second admin. Returns what pays them once: one admin gives them
 * something and drafts a run, the other approves it, and all of it arrives.
 */
export async function preparePayouts(
  { url, pool, admin, counts }: Stage,
  ids: string[],
): Promise<() => Promise<void>> {
  const [other, ...payees] = await signInAll({ url, pool }, ids.slice(0, 11))
  if (!other) throw new Error('There is nobody to pay.')
  await pool.query(`update users set role = 'admin' where id = $1`, [other.userId])
  await pool.query('update users set email_verified_at = now() where id = any($1)', [ids])
  const usernames: string[] = []
  for (const [n, person] of payees.entries()) {
    const ask = askerOf(url, person, counts)
    const account = { method: 'paypal', account: `bench-${n}@pay.example`, legal_name: 'Ida Rest' }
    const details = { ...account, country: 'DE', password }
    await ask('payout details', '/api/v1/me/payout-details', 'PUT', details)
    usernames.push(JSON.parse(await ask('profiles', '/api/v1/me')).username)
  }
  await makeDetailsCount(pool)
  const [one, two] = [askerOf(url, admin, counts), askerOf(url, other, counts)]
  return () => payOnce(one, two, usernames)
}

async function payOnce(one: Ask, two: Ask, usernames: string[]): Promise<void> {
  const admin = (path: string) => `/api/v1/admin/${path}`
  for (const username of usernames)
    await one('adjustments', admin('adjustments'), 'POST', { username, amount, reason: 'For the bench' })
  const { total } = JSON.parse(await one('looks at who is due', admin('payouts/due')))
  const { id } = JSON.parse(await one('payout drafts', admin('payout-runs'), 'POST', { total }))
  await two('payouts approved', admin(`payout-runs/${id}/approve`), 'POST')
  await one('payouts sent', admin(`payout-runs/${id}/sent`), 'POST')
  const { items } = JSON.parse(await one('looks at payouts', admin(`payout-runs/${id}/lines`)))
  for (const line of items)
    await one('payouts paid', admin(`payout-lines/${line.id}/result`), 'POST', {
      from: 'sent',
      state: 'paid',
    })
}

/** As if they had been entered a week ago and more: the database's clock cannot be moved. */
const makeDetailsCount = (pool: pg.Pool) =>
  pool.query(`
    begin;
    set local session_replication_role = replica;
    update payout_details set created_at = created_at - interval '8 days', counts_from = counts_from - interval '8 days';
    commit`)
