import { describe, expect, it } from 'vitest'
import type { ProfileData } from './profile-data.ts'
import { profileHead } from './profile-head.ts'

const site = { appName: 'Folio', siteUrl: 'https://folio.example' }

const maya: ProfileData = {
  id: '00000000-0000-7000-8000-000000000001',
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya',
  avatar_url: '/storage/v1/object/public/avatars/maya.webp',
  bio: 'Slow mornings.\nGood cups.',
  followers_count: 2,
  following_count: 1,
  products_count: 3,
  is_following: null,
}

/** What a link preview takes from the head: names with their contents. */
function previewOf(profile: ProfileData) {
  const named = profileHead(profile, site).meta.flatMap((tag) =>
    'content' in tag ? [['property' in tag ? tag.property : tag.name, tag.content]] : [],
  )
  return Object.fromEntries(named)
}

describe('the document head of a profile', () => {
  it('has all that link previews in WhatsApp, iMessage, X and Slack are made from', () =>
    expect(previewOf(maya)).toEqual({
      description: 'Slow mornings. Good cups.',
      robots: 'index, follow',
      'og:type': 'profile',
      'og:site_name': 'Folio',
      'og:title': 'Maya Okafor (@maya)',
      'og:description': 'Slow mornings. Good cups.',
      'og:url': 'https://folio.example/maya',
      'og:image': 'https://folio.example/storage/v1/object/public/avatars/maya.webp',
      'profile:username': 'maya',
      'twitter:card': 'summary',
      'twitter:title': 'Maya Okafor (@maya)',
      'twitter:description': 'Slow mornings. Good cups.',
    }))

  it('has the site’s own picture and words where a person has none', () =>
    expect(previewOf({ ...maya, avatar_url: null, bio: null })).toMatchObject({
      'og:image': 'https://folio.example/icons/512.png',
      'og:description': 'Products Maya Okafor shares on Folio.',
    }))

  it('names the profile’s one address, and its feed', () =>
    expect(profileHead(maya, site).links).toEqual([
      { rel: 'canonical', href: 'https://folio.example/maya' },
      {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'Maya Okafor (@maya)',
        href: 'https://folio.example/maya/feed.atom',
      },
    ]))
})
