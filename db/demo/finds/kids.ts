import type { Find } from './find.ts'

export const kids: Find[] = [
  {
    title: 'Soft bear with a scarf, oatmeal',
    picture: ['bear', 'oak', 'persimmon'],
    priceCents: 2700,
    tags: ['plush', 'baby', 'gift'],
    description: 'Fourteen inches of very good listener. Embroidered eyes, safe from birth.',
    comments: [
      'Has been to the doctor, the sea and the washing machine, in that order.',
      'We have a secret second one. She must never know.',
    ],
  },
  {
    title: 'Soft bear with a scarf, honey',
    picture: ['bear', 'honey', 'teal'],
    priceCents: 2700,
    tags: ['plush', 'toddler', 'bedtime'],
    description: 'The same bear in a warmer fur, with a scarf that comes off and back on.',
    comments: ['Bought for the baby. Sleeps with the seven-year-old.'],
  },
  {
    title: 'School backpack, olive',
    picture: ['backpack', 'olive', 'walnut'],
    priceCents: 5400,
    tags: ['backpack', 'school', 'sturdy'],
    description: 'Light, upright, and with a pocket that drinks a leaking bottle without telling the books.',
    comments: [
      'Second grade, third grade, same bag. It has been dragged more than carried.',
      'The bottle pocket has a drain hole. Somebody here has children.',
    ],
  },
  {
    title: 'Preschool backpack, coral',
    picture: ['backpack', 'coral', 'cocoa'],
    priceCents: 3800,
    tags: ['backpack', 'preschool', 'small'],
    description: 'Sized for a change of clothes, a snack, and one important stone.',
    comments: [
      'She packs it herself. Yesterday: one sock, two chestnuts, a spoon.',
      'The chest strap is what keeps it on a three-year-old.',
    ],
  },
  {
    title: 'Wooden alphabet blocks, sage and sky',
    picture: ['blocks', 'sage', 'sky'],
    priceCents: 3400,
    tags: ['blocks', 'wooden', 'montessori'],
    description: 'Twenty-eight beech blocks in a cotton bag. Water-based paint, rounded corners.',
    comments: [
      'The only toy that all three of them agree on, ages two to eight.',
      'Stepping on them hurts less than on the plastic kind. Data from the field.',
    ],
  },
  {
    title: 'Straw bottle for small hands, coral',
    picture: ['bottle', 'coral', 'navy'],
    priceCents: 1900,
    tags: ['bottle', 'school', 'leakproof'],
    description: 'Twelve ounces, a straw that really seals, and parts you can count on one hand.',
    comments: ['Upside down in the bag for a whole Tuesday. Dry homework. I rest my case.'],
  },
  {
    title: 'Sleep-training clock, mint',
    picture: ['clock', 'mint', 'coral'],
    priceCents: 3600,
    tags: ['clock', 'sleep', 'toddler'],
    description: 'Glows when it is time to get up. Until then, it simply ticks very quietly.',
    comments: [
      'We gained forty minutes every morning. I could write it a poem.',
      'He negotiates with the clock now instead of with us.',
    ],
  },
  {
    title: 'Night lamp, little cloud, butter',
    picture: ['lamp', 'butter', 'blush'],
    priceCents: 3300,
    tags: ['night light', 'nursery', 'lamp'],
    description: 'A warm light on a timer, cool to the touch and too heavy to throw far.',
    comments: [
      'The three in the morning feeds got a little softer.',
      'Timer of thirty minutes, asleep in ten.',
    ],
  },
  {
    title: 'Pencil pot with twelve thick pencils',
    picture: ['pencils', 'butter', 'coral'],
    priceCents: 1700,
    tags: ['drawing', 'pencils', 'school'],
    description: 'Three-sided pencils that do not roll off the table, in a pot that does not tip.',
    comments: ['They do not roll. Do you know how many hours of my life that is?'],
  },
  {
    title: 'Knit beanie for children, brick',
    picture: ['beanie', 'brick', 'chalk'],
    priceCents: 1800,
    tags: ['winter', 'hat', 'kids'],
    description: 'Soft cotton lining, a cuff that grows along for three winters.',
    comments: [
      'Year two. The cuff went down one fold, and it fits again.',
      'She calls it her strawberry. It is not a strawberry.',
    ],
  },
  {
    title: 'Plush bear, plum scarf, extra large',
    picture: ['bear', 'sand', 'plum'],
    priceCents: 4900,
    tags: ['plush', 'gift', 'nursery'],
    description: 'Two feet tall, and sits by himself. Machine washable in a pillowcase.',
    comments: [
      'He sits in the reading corner and is read to. He has heard it all.',
      'Larger than the child. The child approves.',
    ],
  },
]
