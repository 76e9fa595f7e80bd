import type { Find } from './find.ts'

export const toys: Find[] = [
  {
    title: 'Wooden engine, brick and honey',
    picture: ['train', 'brick', 'honey'],
    priceCents: 3900,
    tags: ['train', 'wooden', 'classic'],
    description: 'Solid beech, quiet wheels, and a chimney for small fingers to grip.',
    comments: [
      'No batteries, no noise but the one he makes himself.',
      'Dropped from a balcony. The balcony lost.',
      'It will be in the attic for her children, I know it already.',
    ],
  },
  {
    title: 'Wooden engine, teal and coral',
    picture: ['train', 'teal', 'coral'],
    priceCents: 3900,
    tags: ['train', 'wooden', 'toddler'],
    description: 'The same engine in other colours, for the second child’s rights.',
    comments: ['Peace in our time: one red, one blue.'],
  },
  {
    title: 'Stacking rings, coral and butter',
    picture: ['rings', 'coral', 'butter'],
    priceCents: 2400,
    tags: ['baby', 'stacking', 'wooden'],
    description: 'Five rings and a ball on a pole that tips before it pinches.',
    comments: [
      'First she ate them, then threw them, then stacked them. A whole year in one toy.',
      'The paint has survived teeth. Many teeth.',
    ],
  },
  {
    title: 'Stacking rings, sage and sky',
    picture: ['rings', 'sage', 'sky'],
    priceCents: 2400,
    tags: ['baby', 'stacking', 'gift'],
    description: 'The calm palette, for living rooms that are still trying.',
    comments: [
      'My standard gift for newborns. The parents thank me for the colours.',
      'Looks like an ornament until it flies past your ear.',
    ],
  },
  {
    title: 'Castle blocks, coral and navy',
    picture: ['blocks', 'coral', 'navy'],
    priceCents: 3600,
    tags: ['blocks', 'wooden', 'castle'],
    description: 'Arches, towers and a roof, thirty pieces in a bag with a rope.',
    comments: [
      'We built a castle. It had a lift. I was told where to live in it.',
      'The arch piece is the one they fight over. Buy two bags.',
    ],
  },
  {
    title: 'First blocks, oak and butter',
    picture: ['blocks', 'oak', 'butter'],
    priceCents: 2900,
    tags: ['blocks', 'baby', 'natural'],
    description: 'Oiled wood and one colour. Light enough to fall without tears.',
    comments: ['Knocking down is the game. Building is my job, apparently.'],
  },
  {
    title: 'Star ball, coral and butter',
    picture: ['ball', 'coral', 'butter'],
    priceCents: 1400,
    tags: ['ball', 'garden', 'outdoor play'],
    description: 'Seven inches of soft natural rubber that does not break windows. Mostly.',
    comments: [
      'Soft enough for the hallway. We have a rule about the hallway. It is a soft rule.',
      'Still round after a summer under the hedge.',
    ],
  },
  {
    title: 'Beach ball of thick rubber, sky',
    picture: ['ball', 'sky', 'coral'],
    priceCents: 1600,
    tags: ['ball', 'beach', 'summer'],
    description: 'Flies straight, floats, and forgives rocks.',
    comments: ['The inflatable ones lasted a morning. This is year two.'],
  },
  {
    title: 'Bear for long trips, cocoa',
    picture: ['bear', 'cocoa', 'sky'],
    priceCents: 2300,
    tags: ['plush', 'travel', 'gift'],
    description: 'Smaller, flatter, and used to suitcases. Comes with a passport to fill in.',
    comments: [
      'His passport has nine stamps. Mine has four.',
      'Small enough for the side pocket, large enough for a bad dream.',
    ],
  },
  {
    title: 'Play camera with a film of twelve',
    picture: ['camera', 'butter', 'ocean'],
    priceCents: 4500,
    tags: ['camera', 'kids', 'creative'],
    description: 'Prints small black-and-white pictures on sticker paper. No app.',
    comments: ['We have forty portraits of the cat’s left ear.', 'No app, no account, no screen. Bless.'],
  },
  {
    title: 'Rainbow rings, plum and apricot',
    picture: ['rings', 'plum', 'apricot'],
    priceCents: 2600,
    tags: ['stacking', 'wooden', 'first birthday'],
    description: 'A taller pole and softer edges, for hands that already know the trick.',
    comments: [
      'Stacked in the wrong order on purpose, with a look.',
      'The second child got her own. Peace costs twenty-six dollars.',
    ],
  },
]
