import { describe, expect, it } from 'vitest'
import type { ProfileData } from './load-profile.ts'
import { profileHead } from './profile-head.ts'

const site = { appName: 'Folio', siteUrl: 'https://folio.example' }

const maya: ProfileData = {
  id: '00000000-0000-7000-8000-000000000001',
  first_name: 'Maya',
  last_name: 'Okafor',
  username: 'maya',
  avatar_url: '/storage/v1/object/public/avatars/maya.webp',
  bio: 'Slow mornings.\nGood cups.',
  cover_url: null,
  links: [],
  followers_count: 2,
  following_count: 1,
  products_count: 3,
  is_following: null,
}

const shown = (profile: ProfileData) => ({
  profile,
  front: { picks: [], categories: [], lists_count: 0 },
  products: { items: [], next_cursor: null },
})

/** The tags that a link preview reads from the head: contents by name. */
function previewOf(profile: ProfileData) {
  const named = profileHead(shown(profile), site).meta.flatMap((tag) =>
    'content' in tag ? [['property' in tag ? tag.property : tag.name, tag.content]] : [],
  )
  return Object.fromEntries(named)
}

describe('the document head of a profile', () => {
  it('has everything that link previews in WhatsApp, iMessage, X and Slack need', () => {
    const image = expect.stringMatching(/^https:\/\/folio\.example\/maya\/preview\.jpg\?v=\w+$/)
    expect(previewOf(maya)).toEqual({
      description: 'Slow mornings. Good cups.',
      robots: 'index, follow',
      'og:type': 'profile',
      'og:site_name': 'Folio',
      'og:locale': 'en_US',
      'og:title': 'Maya Okafor (@maya)',
      'og:description': 'Slow mornings. Good cups.',
      'og:url': 'https://folio.example/maya',
      'og:image': image,
      'og:image:secure_url': image,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Maya Okafor (@maya) on Folio',
      'profile:first_name': 'Maya',
      'profile:last_name': 'Okafor',
      'profile:username': 'maya',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Maya Okafor (@maya)',
      'twitter:description': 'Slow mornings. Good cups.',
      'twitter:image': image,
      'twitter:image:alt': 'Maya Okafor (@maya) on Folio',
      'twitter:label1': 'Products',
      'twitter:data1': '3',
      'twitter:label2': 'Followers',
      'twitter:data2': '2',
    })
  })

  it('has default texts where a person has none, and another image without their picture', () => {
    const without = previewOf({ ...maya, avatar_url: null, bio: null })
    expect(without['og:description']).toBe('Products Maya Okafor shares on Folio.')
    expect(without['og:image']).not.toBe(previewOf(maya)['og:image'])
  })

  it('names the profile’s canonical address, its feed, and its embed data', () =>
    expect(profileHead(shown(maya), site).links).toEqual([
      { rel: 'canonical', href: 'https://folio.example/maya' },
      {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'Maya Okafor (@maya)',
        href: 'https://folio.example/maya/feed.atom',
      },
      ...['json', 'xml'].map((format) => ({
        rel: 'alternate',
        type: `${format === 'json' ? 'application' : 'text'}/${format}+oembed`,
        title: 'Maya Okafor (@maya)',
        href: `https://folio.example/api/oembed?url=https%3A%2F%2Ffolio.example%2Fmaya&format=${format}`,
      })),
    ]))
})

it('describes the person and their other places to search engines', () => {
  const links = [{ url: 'https://instagram.com/maya', name: 'Instagram', sign: 'camera' as const }]
  const { meta } = profileHead(shown({ ...maya, links }), site)
  expect(meta.find((tag) => 'script:ld+json' in tag)).toMatchObject({
    'script:ld+json': {
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: 'Maya Okafor',
        alternateName: 'maya',
        image: 'https://folio.example/storage/v1/object/public/avatars/maya.webp',
        sameAs: ['https://instagram.com/maya'],
        interactionStatistic: { userInteractionCount: 2 },
      },
    },
  })
})
