import { describe, expect, it } from 'vitest'
import { ApiError } from '../api/client.ts'
import { deleteFailure, saveFailure } from './item-calls.ts'

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
  ])('%s', (_, error, outcome) => expect(saveFailure(error)).toEqual(outcome))
})

describe('an item that could not be deleted (docs/product/edit-item.md#deleting)', () => {
  it.each([
    ['gone already, as after an answer that was lost', failure(404, 'not_found'), 'deleted'],
    ['the end of the session', failure(401, 'not_authenticated'), 'signed_out'],
    ['the server', failure(500, 'internal_error'), 'failed'],
    ['the network', failure(0, 'network'), 'failed'],
    ['the time limit', new DOMException('too late', 'TimeoutError'), 'failed'],
  ])('%s', (_, error, kind) => expect(deleteFailure(error)).toEqual({ kind }))
})
