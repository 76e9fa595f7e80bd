import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import type { Person } from '../../../tests/harness/people.ts'
import { ManualClock } from '../../platform/clock.ts'
import { checkedFiles, rowsOf } from '../testing/exports.ts'
import { post, signUpPayee } from '../testing/ledger.ts'

const now = new Date('2026-11-22T03:00:00Z')
const { checked, remove } = checkedFiles()
let app: TestApp
let ana: Person & { payeeId: string }
beforeAll(async () => {
  app = await startTestApp({ clock: new ManualClock(now) })
})
afterAll(async () => {
  await app.close()
  remove()
})
beforeEach(async () => {
  ana = await signUpPayee(app)
})

describe('GET me/ledger/export (docs/product/earnings.md#for-your-records)', () => {
  it('has each of very many rows once, as of the request, in pieces of bounded size', async () => {
    const many = Array.from({ length: 5_001 }, (_, n) => ({
      gross: 100 + n,
      at: now,
      title: 'x'.repeat(300),
    }))
    await post(app, ana, many)
    const response = await fetch(new URL('/api/v1/me/ledger/export?format=csv', app.url), {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const decoder = new TextDecoder()
    let [text, largest] = ['', 0]
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      // Rows posted meanwhile are no part of it.
      if (text === '') await post(app, ana, [{ gross: 1, at: now }])
      text += decoder.decode(piece.value, { stream: true })
      largest = Math.max(largest, piece.value.length)
    }
    expect(largest).toBeLessThan(2_000_000)
    expect(rowsOf(text).map(({ sequence }) => Number(sequence))).toEqual(many.map((_, n) => n + 1))
    expect(await checked('large.csv', text)).toMatch(/^All 5001 rows/)
  })

  it('is recognised as incomplete when it is cut off', async () => {
    await post(
      app,
      ana,
      Array.from({ length: 5_000 }, () => ({ gross: 100, at: now, title: 'x'.repeat(1_000) })),
    )
    const response = await fetch(new URL('/api/v1/me/ledger/export?format=json', app.url), {
      headers: { authorization: `Bearer ${ana.token}` },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    // As when the account is deleted meanwhile.
    await app.database.pool.query('delete from users where id = $1', [ana.id])
    const readOn = async () => {
      while (!(await reader.read()).done);
    }
    await expect(readOn()).rejects.toThrow()
  })
})
