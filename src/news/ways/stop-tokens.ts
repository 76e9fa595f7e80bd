import { createHmac, timingSafeEqual } from 'node:crypto'
import { isWayKind, type WayKind } from '../../shared/news/ways.ts'

const idBytes = 16
const macBytes = 16

/** What a link stops: news of a kind by mail, of an account. */
export type Stop = { userId: string; kind: WayKind }

/**
 * The token of the link that stops mails of a kind: it names both, under a mark made with the installation's key. There
 * is no row for it, so that it works as long as the account and the key are there, also after a restore.
 */
export function stopToken(key: Buffer, { userId, kind }: Stop): string {
  const named = Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), Buffer.from(kind)])
  return Buffer.concat([markOf(key, named), named]).toString('base64url')
}

/** What a token stops; null for one that was not made with this key. */
export function readStopToken(key: Buffer, token: string): Stop | null {
  const bytes = Buffer.from(token, 'base64url')
  // Otherwise signs that base64 skips would make many texts of one token.
  if (bytes.length <= macBytes + idBytes || bytes.toString('base64url') !== token) return null
  const named = bytes.subarray(macBytes)
  if (!timingSafeEqual(bytes.subarray(0, macBytes), markOf(key, named))) return null
  const kind = named.subarray(idBytes).toString()
  const hex = named.subarray(0, idBytes).toString('hex')
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isWayKind(kind) ? { userId, kind } : null
}

const markOf = (key: Buffer, named: Buffer) =>
  createHmac('sha256', key).update('stop mails ').update(named).digest().subarray(0, macBytes)
