import type { Find } from './find.ts'

export const fashion: Find[] = [
  {
    title: 'Two-tone canvas tote, natural and cognac',
    picture: ['bag', 'oat', 'walnut'],
    priceCents: 6800,
    tags: ['bag', 'canvas', 'everyday'],
    description:
      'Heavy 16 oz canvas on a leather base that stands by itself. One zip pocket, one for a phone.',
    comments: [
      'Two years of groceries, a laptop and one very wet umbrella. The corners have not given up.',
      'It stands up by itself on the train floor. That is the whole review.',
    ],
  },
  {
    title: 'Structured day bag, forest green',
    picture: ['bag', 'forest', 'cocoa'],
    priceCents: 8900,
    tags: ['bag', 'leather', 'work'],
    description: 'A boxy silhouette in pebbled leather with brass feet and a magnetic closing.',
    comments: [
      'I wanted black and bought green by mistake. Best mistake of the year, it goes with everything.',
      'Fits a thirteen-inch laptop without looking like it carries one.',
    ],
  },
  {
    title: 'Retro court runner, cream and rust',
    picture: ['sneaker', 'rust', 'forest'],
    priceCents: 11999,
    tags: ['sneakers', 'shoes', 'retro'],
    description: 'Leather upper, gum sole and a padded heel. Runs half a size large.',
    comments: [
      'Walked eleven miles in them on day one. Not one blister, and three strangers asked.',
      'Go half a size down. I learned it so you do not have to.',
      'The rust fades a little in the sun, and honestly looks better for it.',
    ],
  },
  {
    title: 'Low court sneaker, chalk with navy heel',
    picture: ['sneaker', 'sky', 'navy'],
    priceCents: 9450,
    tags: ['sneakers', 'shoes', 'minimal'],
    description: 'A plain cupsole sneaker with a soft lining and laces that stay tied.',
    comments: ['The white pair I buy again every spring. This is number four.'],
  },
  {
    title: 'Round tortoiseshell sunglasses',
    picture: ['glasses', 'walnut', 'forest'],
    priceCents: 4200,
    tags: ['sunglasses', 'summer', 'acetate'],
    description: 'Polarised lenses in a light acetate frame, with a soft case and cloth.',
    comments: [
      'Cheap enough to lose, good enough that I keep going back to look for them.',
      'The only frame that has ever suited my round face. I said what I said.',
    ],
  },
  {
    title: 'Oversized sunglasses, honey frame',
    picture: ['glasses', 'honey', 'cocoa'],
    priceCents: 3650,
    tags: ['sunglasses', 'summer'],
    description: 'Wide lenses with full UV cover and spring hinges that forgive being sat on.',
    comments: ['I have sat on them twice. They forgave me twice.'],
  },
  {
    title: 'Ribbed merino beanie, teal',
    picture: ['beanie', 'teal', 'oat'],
    priceCents: 2900,
    tags: ['winter', 'wool', 'hat'],
    description: 'Fine merino, double cuff, and a pompom that can be taken off for washing.',
    comments: [
      'Does not itch. My forehead has opinions about wool, and it approves.',
      'Pompom off for the office, on for the sledge.',
    ],
  },
  {
    title: 'Chunky knit beanie, mustard',
    picture: ['beanie', 'mustard', 'cocoa'],
    priceCents: 2400,
    tags: ['winter', 'hat', 'cozy'],
    description: 'A thick cable knit with a fleece band where the wind gets in.',
    comments: ['You can see me from across the park. The dog appreciates it.'],
  },
  {
    title: 'Field watch on a saddle strap',
    picture: ['watch', 'walnut', 'chalk'],
    priceCents: 13900,
    tags: ['watch', 'leather', 'gift'],
    description: 'A 38 mm case, domed glass and a hand-stitched strap that darkens with wear.',
    comments: [
      'Wound it every morning for a year now. It is the calmest minute of my day.',
      'Small enough for my wrist, which is rarer than it should be.',
    ],
  },
  {
    title: 'Dress watch, midnight strap',
    picture: ['watch', 'navy', 'chalk'],
    priceCents: 11500,
    tags: ['watch', 'minimal', 'gift'],
    description: 'A slim quartz movement behind a clean dial, on navy leather with quick-release pins.',
    comments: ['Bought it for a wedding and kept wearing it to the supermarket.'],
  },
  {
    title: 'Weekend backpack in waxed canvas',
    picture: ['backpack', 'mustard', 'cocoa'],
    priceCents: 9800,
    tags: ['bag', 'backpack', 'waxed canvas'],
    description: 'Rolls with the weather: waxed outside, lined inside, leather where it rubs.',
    comments: [
      'Got soaked in it for an hour. Everything inside was dry, I was not.',
      'The wax smell is gone in a week, the looks from strangers are not.',
    ],
  },
  {
    title: 'Quilted market bag, plum',
    picture: ['bag', 'plum', 'oak'],
    priceCents: 5900,
    tags: ['bag', 'quilted', 'weekend'],
    description: 'Light padding, long handles and a snap. Folds flat in a drawer.',
    comments: [
      'Carries the market on Saturday and my knitting on Sunday.',
      'Soft enough to be a pillow on the ferry. I have done it.',
    ],
  },
]
