import { describe, expect, it } from 'vitest'
import { isQuiet, type NoteFacts } from './facts.ts'
import { nameOf, noteText, weekText } from './note-text.ts'
import { quietFacts } from './testing/facts.ts'

const visits = [3, 4, 2, 5, 7, 12, 8]
const tea = { id: 'tea', title: 'green tea, 100 bags', visits: 41 }
const textOf = (facts: Partial<NoteFacts>) => noteText({ ...quietFacts, ...facts })

describe('the headline is the first that is true (docs/product/notes.md#the-headline)', () => {
  const cases: [string, Partial<NoteFacts>][] = [
    [
      'Your green tea had 41 visits, most from Instagram; two people bought.',
      { visits, product: tea, source: 'instagram.com', bought: 2 },
    ],
    ['Your green tea had 41 visits.', { visits, product: tea }],
    [
      'Your green tea had 1 visit; 12 people bought.',
      { visits: [1, 0, 0, 0, 0, 0, 0], product: { ...tea, visits: 1 }, bought: 12 },
    ],
    [
      'Your products had 41 visits, most on your green tea and most from TikTok; one person bought.',
      { visits, product: { ...tea, visits: 22 }, source: 'tiktok.com', bought: 1 },
    ],
    [
      'Your products had 41 visits, 12 of them on your green tea and most from X.',
      { visits, product: { ...tea, visits: 12 }, source: 'x.com' },
    ],
    ['Your products had 41 visits, most from X.', { visits, source: 'x.com' }],
    [
      'Your Long Way Home had 41 visits.',
      { visits, product: { ...tea, title: 'The Long Way Home: A Novel' } },
    ],
    ['A product of yours had 41 visits.', { visits, product: { ...tea, title: '' } }],
    ['Your products had 41 visits.', { visits, product: { ...tea, title: '', visits: 30 } }],
    ['Nine people bought through your links.', { bought: 9, posted: 100 }],
    ['$1,204.50 was posted.', { posted: 120_450, followers: 2 }],
    ['$3.55 was taken back.', { taken_back: { cents: -355, orders: 1, title: null, is_returned: true } }],
    ['One person began to follow you.', { followers: 1 }],
    ['Two people saved your green tea.', { saved: { people: 2, title: 'green tea, 100 bags' } }],
    ['Two people saved things of yours.', { saved: { people: 2, title: null } }],
    ['What is posted of yours has changed.', { posted: -10 }],
  ]
  it.each(cases)('%s', (headline, facts) => {
    expect(textOf(facts).headline).toBe(headline)
  })
})

it('what is on its way is one sentence, and none of nothing', () => {
  expect(textOf({ bought: 2, on_its_way: 320 }).on_its_way).toBe('$3.20 is on its way.')
  expect(textOf({ bought: 2, on_its_way: 0 }).on_its_way).toBeNull()
  expect(textOf({ bought: 2, on_its_way: -5 }).on_its_way).toBeNull()
})

describe('figures', () => {
  it('leave out those that are zero', () => {
    expect(textOf({}).figures).toEqual([])
  })

  it('name one thing where it is one', () => {
    const back = { cents: -355, orders: 1, title: 'Canvas weekender tote (navy)', is_returned: true }
    expect(
      textOf({ followers: 3, saved: { people: 12, title: 'My desk' }, posted: 336, taken_back: back })
        .figures,
    ).toEqual([
      { kind: 'followers', name: 'New followers', value: '3' },
      { kind: 'saved', name: 'Saved “My desk”', value: '12' },
      { kind: 'posted', name: 'Posted', value: '$3.36' },
      { kind: 'taken_back', name: 'Taken back: Canvas weekender tote, returned', value: '−$3.55' },
    ])
    expect(
      textOf({ followers: 1, saved: { people: 2, title: null }, taken_back: { ...back, orders: 2 } }).figures,
    ).toEqual([
      { kind: 'followers', name: 'New follower', value: '1' },
      { kind: 'saved', name: 'Saved things of yours', value: '2' },
      { kind: 'taken_back', name: 'Taken back of 2 orders', value: '−$3.55' },
    ])
    expect(textOf({ taken_back: { ...back, is_returned: false } }).figures[0]?.name).toBe(
      'Taken back: Canvas weekender tote',
    )
    expect(textOf({ taken_back: { ...back, title: null } }).figures[0]?.name).toBe('Taken back')
  })
})

it.each([
  ['held', 'Your money is held. Nothing is lost.', '/earnings/payouts'],
  ['unproven', 'We pay nobody whose address is not proven.', '/earnings/details'],
  ['no_details', 'We do not know where to send your money.', '/earnings/details'],
  ['details_lost', 'Your payout details cannot be read any more.', '/earnings/details'],
  ['sample_picture', 'A product of yours has a sample picture.', '/product/tea'],
  ['long_title', 'A title of yours is 190 characters long.', '/product/tea'],
] as const)('a thing to do says where: %s', (kind, text, path) => {
  const { to_do } = textOf({ to_do: { kind, product_id: 'tea', length: 190 } })
  expect(to_do).toEqual({ text, path, button: expect.any(String) })
})

it.each([
  ['Gooseneck pour-over kettle', 'Gooseneck pour-over kettle'],
  ['Gooseneck kettle, 1 l, matt black', 'Gooseneck kettle'],
  ['Stainless bottle - keeps cold | 24 h', 'Stainless bottle'],
  ['Desk lamp (warm light)', 'Desk lamp'],
  ['Puzzle: 1,000 pieces', 'Puzzle'],
  ['A, B and C', 'A, B and C'],
  ['  many   spaces  ', 'many spaces'],
  [
    'A very long title without any sign that would end its name early',
    'A very long title without any sign that…',
  ],
  ['Donaudampfschifffahrtsgesellschaftskapitänsmütze', 'Donaudampfschifffahrtsgesellschaftskapit…'],
  ['🫖'.repeat(41), `${'🫖'.repeat(40)}…`],
])('%s is named %s', (title, name) => {
  expect(nameOf(title)).toBe(name)
})

it('a week is named by its days', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  expect(weekText('2026-11-16', '2026-11-22', now)).toBe('Nov 16 to 22')
  expect(weekText('2026-11-30', '2026-12-06', now)).toBe('Nov 30 to Dec 6')
})

it('a week is quietFacts without anything, whatever there is to do', () => {
  expect(isQuiet({ ...quietFacts, to_do: { kind: 'held', product_id: null, length: null } })).toBe(true)
  for (const one of [
    { visits },
    { bought: 1 },
    { followers: 1 },
    { saved: { people: 1, title: null } },
    { posted: -1 },
    { taken_back: { cents: -1, orders: 1, title: null, is_returned: false } },
  ])
    expect(isQuiet({ ...quietFacts, ...one })).toBe(false)
})
