/** A product in a list, by the title of its find, with the owner's line about it. */
type Thing = readonly [title: string, line?: string]

/** A list that a creator of the demo has. */
export type ListPlan = {
  /** First name of its owner. */
  of: string
  title: string
  words: string | null
  /** When it was made, and became public. */
  daysAgo: number
  isPrivate?: true
  /** The photo of a look: of the desk, with the points of its things, or of shelves with them. */
  photo?: 'shelves' | readonly { x: number; y: number }[]
  things: readonly Thing[]
}

export const lists: readonly ListPlan[] = [
  {
    of: 'Maya',
    title: 'My desk setup',
    words:
      'Three winters of working from one corner of the living room. What stayed is what I stopped noticing.',
    daysAgo: 40,
    things: [
      [
        'Mushroom table lamp, warm dim',
        'The only light I keep on after six. It dims to the colour of toast.',
      ],
      [
        'Bookshelf speaker, walnut and charcoal',
        'One, not two. It fits behind the plant and nobody asks about it.',
      ],
      ['Wireless over-ear headphones, sand', 'For the days with drilling upstairs.'],
      ['Shell-back lounge chair, rust velvet', 'Not ergonomic. Comfortable, which is another thing.'],
      ['Terracotta pot with a saucer, six inch', 'Forgave me two holidays.'],
      ['Stoneware mug, ocean drip glaze', 'Holds one coffee and its second thoughts.'],
      ['Round tortoiseshell sunglasses', 'For the hour when the sun finds the screen.'],
      ['Bread Before Seven: a baker’s year', 'Open on the page I will not bake from today.'],
      ['Cedar and fig candle', 'For Fridays, after the last mail.'],
    ],
  },
  {
    of: 'Maya',
    title: 'The desk, this autumn',
    words: 'Everything within reach, nothing that beeps.',
    daysAgo: 1,
    photo: [
      { x: 2250, y: 4500 },
      { x: 5420, y: 2400 },
      { x: 6380, y: 5400 },
      { x: 8340, y: 5700 },
      { x: 7180, y: 6660 },
      { x: 2600, y: 6950 },
      { x: 4550, y: 7900 },
      { x: 8450, y: 8600 },
    ],
    things: [
      ['Mushroom table lamp, warm dim', 'Dims to the colour of toast.'],
      ['Matte white vase with a narrow neck'],
      ['Bookshelf speaker, walnut and charcoal', 'One, not two.'],
      ['Terracotta pot with a saucer, six inch', 'Forgave me two holidays.'],
      ['Stoneware mug, ocean drip glaze'],
      ['Round tortoiseshell sunglasses'],
      ['Shell-back lounge chair, rust velvet', 'Not ergonomic. Comfortable, which is another thing.'],
      ['Two-tone canvas tote, natural and cognac'],
    ],
  },
  {
    of: 'Maya',
    title: 'Slow mornings',
    words: null,
    daysAgo: 75,
    things: [
      ['Gooseneck kettle, forest enamel', 'Pours like it has thought about it.'],
      ['Filter coffee from one farm, whole bean'],
      ['Espresso mug, berry glaze'],
      ['Granola with burnt honey and pecans', 'Gone by Wednesday, every time.'],
      ['Strawberry jam with too many strawberries'],
      ['Linen towels, set of four, sage'],
      ['Footed fruit bowl, chalk'],
    ],
  },
  {
    of: 'Maya',
    title: 'For the new kitchen',
    words: 'Measured twice, not bought yet.',
    daysAgo: 12,
    isPrivate: true,
    things: [['Cast-iron casserole, persimmon'], ['Airtight storage jar, brass lid', 'Six of these?']],
  },
  {
    of: 'Theo',
    title: 'One good button',
    words: 'Things that do one thing, and let you feel that they did it.',
    daysAgo: 25,
    things: [
      ['Focus clock, charcoal', 'Press. Work. That is the manual.'],
      ['Desk lamp with a weighted foot, sky'],
      ['Compact mechanical keyboard, oat', 'The sound of a small typewriter that likes you.'],
      ['Instant camera, chalk and persimmon'],
      ['Bookshelf speaker, oak'],
    ],
  },
  {
    of: 'Inés',
    title: 'The corner by the window',
    words: 'A rented wall, two boards, and the plants that survived me.',
    daysAgo: 8,
    photo: 'shelves',
    things: [
      ['Glass dome lamp, apricot', 'A sunset with a switch.'],
      ['Planter on short legs, mustard'],
      ['Long-spout watering can, sage', 'Reaches the one at the back.'],
      ['Stoneware vase, ocean'],
      ['Matte planter, chalk'],
      ['Amber and tobacco candle'],
    ],
  },
  {
    of: 'Inés',
    title: 'Balcony, two square metres',
    words: null,
    daysAgo: 60,
    things: [
      ['Balcony tool set, rust and walnut'],
      ['Glazed planter, ocean'],
      ['Small watering can, coral'],
      ['Nesting box for robins, sky and cocoa', 'Nobody has moved in. I talk to it anyway.'],
    ],
  },
  {
    of: 'Kofi',
    title: 'Slow runner’s shelf',
    words: 'I run so that I can sit afterwards.',
    daysAgo: 15,
    things: [
      ['Trail runners, mustard and charcoal'],
      ['Cushioned trainer, ocean and plum', 'Kilometre 12 felt like kilometre 9.'],
      ['Insulated bottle, 24 oz, teal'],
      ['Foam roller with grooves, teal', 'We are not friends. I need it.'],
      ['Merino hat for the trail, ocean'],
    ],
  },
  {
    of: 'Sora',
    title: 'One bag, one weekend',
    words: 'What goes in, in this order. Nothing is checked in.',
    daysAgo: 20,
    things: [
      ['Roll-top travel pack, teal', 'Eleven flights, one loose thread.'],
      ['Noise-cancelling headphones, clay'],
      ['Steel bottle with a bamboo lid'],
      ['Pocket travel clock, chalk', 'So that the phone can sleep elsewhere.'],
      ['Travel journal with a pen loop, navy'],
      ['Quick-dry travel towels, coral'],
    ],
  },
  {
    of: 'Lena',
    title: 'The bathroom shelf, edited',
    words: 'Six things. The rest went to my sister.',
    daysAgo: 5,
    photo: 'shelves',
    things: [
      ['Vitamin C serum, amber glass', 'Mornings, before the sunscreen.'],
      ['Rich cream in a glass jar'],
      ['Rosehip night oil', 'Two drops. Two.'],
      ['Gentle cleansing gel'],
      ['Satin lipstick, dusty rose'],
      ['Clay mask, sea mineral'],
    ],
  },
  {
    of: 'Priya',
    title: 'Gifts that are not socks',
    words: null,
    daysAgo: 33,
    things: [
      ['Field watch on a saddle strap'],
      ['Ribbed merino beanie, teal'],
      ['Star ball, coral and butter', 'For the smallest cousin.'],
      ['Linen-bound reading journal'],
    ],
  },
]

/** Who keeps things of others, first names, and how many. */
export const savers: readonly (readonly [of: string, things: number])[] = [
  ['Maya', 9],
  ['Theo', 5],
  ['Inés', 7],
]
