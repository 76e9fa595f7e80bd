import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/auth-js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refusal, unexpected } from './attempts.ts'

const title = 'Sign up failed'
const online = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })

afterEach(() => vi.unstubAllGlobals())

describe('sign-in and sign-up failures (docs/product/sign-in.md#log-in)', () => {
  it.each([
    ['user_already_exists', 'User already registered', 'email'],
    ['invalid_credentials', 'Invalid login credentials', 'password'],
    ['validation_failed', 'First name is required', 'first_name'],
    ['validation_failed', 'Last name must have at most 100 characters', 'last_name'],
    ['validation_failed', 'Email is too long', 'email'],
    ['validation_failed', 'data is too large', undefined],
    ['over_request_rate_limit', 'Too many requests. Please try again shortly.', undefined],
  ])('%s: %s concerns %s', (code, message, field) => {
    expect(refusal(title, new AuthApiError(message, 422, code))).toEqual({
      title,
      message,
      field,
      isFinal: true,
    })
  })

  it('shows the server’s message about a weak password beside its field', () => {
    const message = 'Password should be at least 10 characters.'
    const problem = refusal(title, new AuthWeakPasswordError(message, 422, ['length']))
    expect(problem).toEqual({ title, message, field: 'password', isFinal: true })
  })

  it('distinguishes a missing network from a busy server', () => {
    expect(refusal(title, new AuthRetryableFetchError('Failed to fetch', 0)).message).toBe(
      'You appear to be offline. Please check your connection.',
    )
    const busy = new AuthRetryableFetchError('The service is busy.', 503)
    expect(refusal(title, busy)).toMatchObject({ title, message: 'The service is busy.' })
  })

  it('has one message for every unexpected failure', () => {
    online(true)
    const words = { title: 'Error', message: 'An unexpected error occurred' }
    expect(unexpected()).toEqual(words)
    expect(refusal(title, new AuthUnknownError('Unexpected token <', null))).toEqual(words)
  })

  it('says that the network is missing when scripts cannot be loaded without one', () => {
    online(false)
    expect(unexpected().message).toBe('You appear to be offline. Please check your connection.')
  })
})
