import { describe, expect, it } from 'vitest'
import { type Api, ApiError } from '../api/client.ts'
import { deleteItem, saveError } from './item-calls.ts'

const failure = (status: number, code: string, problems?: ApiError['problems']) =>
  new ApiError(status, code, `It is ${code}`, problems)

describe('an item that could not be saved (docs/product/edit-item.md#edit-dialog)', () => {
  it.each([
    ['deleted elsewhere', failure(404, 'not_found'), { kind: 'gone' }],
    ['the end of the session', failure(401, 'not_authenticated'), { kind: 'signed_out' }],
    [
      'fields that the server named',
      failure(400, 'validation_failed', [{ path: 'tags.3', message: 'Too long' }]),
      { kind: 'refused', problems: { tags: 'Too long' }, message: null },
    ],
    [
      'too many requests, in the server’s words',
      failure(429, 'rate_limited'),
      { kind: 'refused', problems: {}, message: 'It is rate_limited' },
    ],
    ['the network', failure(0, 'network'), { kind: 'refused', problems: {}, message: null }],
    [
      'the time limit',
      new DOMException('too late', 'TimeoutError'),
      { kind: 'refused', problems: {}, message: null },
    ],
  ])('%s', (_, error, outcome) => expect(saveError(error)).toEqual(outcome))
})

describe('deleting an item (docs/product/edit-item.md#deleting)', () => {
  const changed = failure(412, 'version_mismatch')

  /** Deletes with these answers; an error is a refusal. */
  const deleteWith = (answers: { DELETE: unknown; GET?: unknown }) =>
    deleteItem(
      (async (name: string) => {
        const answer = name.startsWith('DELETE') ? answers.DELETE : answers.GET
        if (answer instanceof Error) throw answer
        return answer
      }) as Api,
      'id',
      1,
    )

  it.each([
    ['it was there', { DELETE: undefined }],
    ['it was gone already, as after an answer that was lost', { DELETE: failure(404, 'not_found') }],
    ['it was changed and then deleted elsewhere', { DELETE: changed, GET: failure(404, 'not_found') }],
  ])('is done where %s', async (_, answers) => expect(await deleteWith(answers)).toBeNull())

  it('gives the present item where it was changed elsewhere', async () => {
    const now = { id: 'id', owner: { version: 2 } }
    expect(await deleteWith({ DELETE: changed, GET: now })).toBe(now)
  })

  it.each([
    ['the end of the session', { DELETE: changed, GET: { id: 'id', owner: null } }, 'not_authenticated'],
    ['the server', { DELETE: failure(500, 'internal_error') }, 'internal_error'],
    ['the network', { DELETE: failure(0, 'network') }, 'network'],
  ])('fails by %s', async (_, answers, code) => expect(deleteWith(answers)).rejects.toMatchObject({ code }))
})
