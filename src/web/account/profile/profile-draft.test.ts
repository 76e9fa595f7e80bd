import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { afterSaving, changesOf, type Me, problemsOf, refusedFields, shownFields } from './profile-draft.ts'

const me: Me = {
  id: '6f1c2f0e-4e1f-4a8e-9d7b-0c5b1c1d2e3f',
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya-okafor',
  avatar_url: null,
  bio: null,
  followers_count: 0,
  following_count: 0,
  products_count: 0,
  email: 'maya@example.com',
  has_password: true,
  is_admin: false,
  first_steps: null,
}

describe('the profile form', () => {
  it('sends only what differs from what is saved', () => {
    expect(changesOf(me, {})).toEqual({})
    expect(changesOf(me, { first_name: ' Maya ', bio: '  ' })).toEqual({})
    expect(changesOf(me, { first_name: 'Ana', last_name: 'Okafor', bio: ' Hello ' })).toEqual({
      first_name: 'Ana',
      bio: 'Hello',
    })
    expect(changesOf({ ...me, bio: 'Hello' }, { bio: '' })).toEqual({ bio: '' })
  })

  it('shows the saved value wherever nothing was typed', () => {
    expect(shownFields({ ...me, last_name: 'López' }, { first_name: 'Ana' })).toEqual({
      first_name: 'Ana',
      last_name: 'López',
      username: 'maya-okafor',
      bio: '',
    })
  })

  it('keeps what was typed while a save was under way', () => {
    const sent = { first_name: 'Ana', bio: 'One' }
    expect(afterSaving({ first_name: 'Ana', bio: 'One two' }, sent)).toEqual({ bio: 'One two' })
    expect(afterSaving(sent, sent)).toEqual({})
  })

  it('says what is missing or too long, and leaves other checks to the server', () => {
    expect(problemsOf({ first_name: '', last_name: '\u200b', bio: 'x'.repeat(1001) })).toEqual({
      first_name: 'First name is required',
      last_name: 'Last name is required',
      bio: 'Use at most 1,000 characters.',
    })
    expect(problemsOf({ bio: 'x'.repeat(1000), username: '' })).toEqual({})
  })

  it('shows the server’s messages beside their fields', () => {
    const refusal = new ApiError(409, 'conflict', 'no', [
      { path: 'username', message: 'Username is already taken.' },
      { path: 'elsewhere', message: 'unknown' },
    ])
    expect(refusedFields(refusal)).toEqual({ username: 'Username is already taken.' })
    expect(refusedFields(new TypeError('Failed to fetch'))).toEqual({})
  })
})
