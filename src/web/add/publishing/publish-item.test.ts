import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { outcomeOf } from './publish-item.ts'

describe('a failed request to publish (docs/product/add-item.md#publishing)', () => {
  it('names the fields that the server named', () => {
    const refused = new ApiError(400, 'validation_failed', 'no', [
      { path: 'category_id', message: 'This category does not exist.' },
      { path: 'tags.3', message: 'Use at most 40 characters.' },
      { path: 'tags.4', message: 'Use at most 40 characters.' },
    ])
    expect(outcomeOf(refused)).toEqual({
      kind: 'refused',
      problems: { category_id: 'This category does not exist.', tags: 'Use at most 40 characters.' },
    })
  })

  it.each([
    ['the network', new ApiError(0, 'network', 'offline'), 'failed'],
    ['the time limit', new DOMException('too late', 'TimeoutError'), 'failed'],
    ['the server', new ApiError(500, 'internal_error', 'An unexpected error occurred'), 'failed'],
    [
      'a field that is not on the form',
      new ApiError(400, 'validation_failed', 'no', [{ path: 'asin', message: 'no' }]),
      'failed',
    ],
    ['the end of the session', new ApiError(401, 'not_authenticated', 'Not authenticated'), 'signed_out'],
    ['an earlier try with other words', new ApiError(422, 'idempotency_key_reused', 'no'), 'arrived_earlier'],
  ])('because of %s has a kind of its own', (_, error, kind) => {
    expect(outcomeOf(error)).toEqual({ kind })
  })

  it('because of a rate limit shows the server’s words', () => {
    const message = 'Too many requests. Please try again shortly.'
    expect(outcomeOf(new ApiError(429, 'rate_limited', message))).toEqual({ kind: 'throttled', message })
  })
})
