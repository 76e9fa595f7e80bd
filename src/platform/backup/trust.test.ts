import { describe, expect, it } from 'vitest'
import type { Head } from './archive-format.ts'
import { publicKeyText } from './signing.ts'
import { otherKey, ownKey } from './testing/forge.ts'
import { type Ask, requireTrust } from './trust.ts'

const head = { made_at: '2026-11-25T03:00:00.000Z', admins: ['maya@folio.example'] } as Head
const sums = { entries: {}, rows: {}, missing_pictures: [] }
const [key, other] = [publicKeyText(ownKey), publicKeyText(otherKey)]
const signed = { head, sums, signedBy: key }
const ofBefore = { head: { ...head, admins: undefined }, sums, signedBy: null }

/** Somebody at a terminal, and what they were asked. */
function operator(says: boolean) {
  const asked: string[] = []
  const ask: Ask = async (question) => {
    asked.push(question)
    return says
  }
  return { ask, asked }
}

describe('whose archives are restored (docs/backup.md#whose-backup-it-is)', () => {
  it('are those of a trusted key, without a question', async () => {
    await requireTrust(signed, { keys: [other, key], unsigned: false }, null)
    await expect(requireTrust(signed, { keys: [other], unsigned: false }, null)).rejects.toThrow(
      `signed with ${key}, which is not one of the keys that you trust`,
    )
    const { ask, asked } = operator(true)
    await expect(requireTrust(signed, { keys: [other], unsigned: false }, ask)).rejects.toThrow(
      'not one of the keys',
    )
    expect(asked).toEqual([])
  })

  it('are shown and asked for, and refused where nobody can be asked', async () => {
    const none = { keys: [], unsigned: false }
    const yes = operator(true)
    await requireTrust(signed, none, yes.ask)
    expect(yes.asked).toEqual([
      `This backup was made at ${head.made_at}.\nIt is signed with ${key}.\nIts admins: maya@folio.example.\n` +
        'The person who made it will be in charge here. Restore it?',
    ])
    await expect(requireTrust(signed, none, operator(false).ask)).rejects.toThrow('Nothing was restored.')
    await expect(requireTrust(signed, none, null)).rejects.toThrow(`restore it with --trust ${key}`)
    await expect(requireTrust(signed, { keys: [], unsigned: true }, null)).rejects.toThrow(`--trust ${key}`)
  })

  it('are without a signature only where that is said', async () => {
    await requireTrust(ofBefore, { keys: [], unsigned: true }, null)
    await requireTrust(ofBefore, { keys: [], unsigned: false }, operator(true).ask)
    await expect(requireTrust(ofBefore, { keys: [], unsigned: false }, null)).rejects.toThrow('--unsigned')
    await expect(
      requireTrust(ofBefore, { keys: [key], unsigned: false }, operator(true).ask),
    ).rejects.toThrow('is not signed')
  })

  it.each(['', 'maya', 'ed25519:short', `${key} `, '--unsigned'])(
    'by a key, which %j is not',
    async (mistyped) => {
      await expect(requireTrust(signed, { keys: [mistyped], unsigned: false }, null)).rejects.toThrow(
        'is not a key of a backup',
      )
    },
  )
})
