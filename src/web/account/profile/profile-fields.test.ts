import { expect, it } from 'vitest'
import { changesOf, type Me, savedFields } from './profile-fields.ts'

const me: Me = {
  id: '6f1c2f0e-4e1f-4a8e-9d7b-0c5b1c1d2e3f',
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya-okafor',
  avatar_url: null,
  bio: null,
  cover_url: null,
  links: [],
  followers_count: 0,
  following_count: 0,
  products_count: 0,
  email: 'maya@example.com',
  has_password: true,
  is_admin: false,
  first_steps: null,
}

it('the profile form sends only what differs from what is saved', () => {
  const typed = savedFields(me)
  expect(changesOf(me, typed)).toEqual({})
  expect(changesOf(me, { ...typed, first_name: ' Maya ', bio: '  ' })).toEqual({})
  expect(changesOf(me, { ...typed, first_name: 'Ana', bio: ' Hello ' })).toEqual({
    first_name: 'Ana',
    bio: 'Hello',
  })
  expect(changesOf({ ...me, bio: 'Hello' }, typed)).toEqual({ bio: '' })
})
