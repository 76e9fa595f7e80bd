import type { Find } from './find.ts'

export const outdoors: Find[] = [
  {
    title: 'Camp lantern, forest green',
    picture: ['lantern', 'forest', 'brass'],
    priceCents: 5600,
    tags: ['lantern', 'camping', 'light'],
    description: 'A warm light without a hiss: rechargeable, dimmable, forty hours on low.',
    comments: [
      'Looks like grandfather’s, charges like a phone.',
      'On low it is exactly a campfire for people who forgot the matches.',
      'We had a power cut and the best dinner of the winter.',
    ],
  },
  {
    title: 'Camp lantern, brick red',
    picture: ['lantern', 'brick', 'charcoal'],
    priceCents: 5600,
    tags: ['lantern', 'camping', 'terrace'],
    description: 'The red one for the terrace. Hangs by its ring or stands on its foot.',
    comments: ['Bought for camping. Has not left the balcony.'],
  },
  {
    title: 'Canvas tent for three, mustard',
    picture: ['tent', 'mustard', 'chalk'],
    priceCents: 24900,
    tags: ['tent', 'camping', 'canvas'],
    description: 'Breathes in the heat, holds in the rain, stands in nine minutes with one pole.',
    comments: [
      'One pole. Nine minutes. We timed it against the neighbours, and they clapped.',
      'Canvas means you wake up dry and not in a sauna.',
    ],
  },
  {
    title: 'Light tent for two, sage',
    picture: ['tent', 'sage', 'oat'],
    priceCents: 18900,
    tags: ['tent', 'hiking', 'light'],
    description: 'Under four pounds with pegs. Two doors, so nobody climbs over anybody.',
    comments: [
      'Two doors. Two. Marriage counsellors should hand these out.',
      'Held in a night of wind that took the kitchen tarp to Denmark.',
    ],
  },
  {
    title: 'Garden teepee for children, clay',
    picture: ['tent', 'clay', 'butter'],
    priceCents: 9900,
    tags: ['tent', 'kids', 'garden'],
    description: 'Cotton and four poles, up in a minute, for reading or for pirates.',
    comments: ['It has been a ship, a shop and a hospital. Today it is a rocket.'],
  },
  {
    title: 'Trail pack 28 litres, ocean',
    picture: ['backpack', 'ocean', 'charcoal'],
    priceCents: 12900,
    tags: ['backpack', 'hiking', 'day trip'],
    description: 'A back that breathes, a belt that carries, and a cover in the bottom pocket.',
    comments: [
      'Twelve hours in the Dolomites, and my shoulders never mentioned it.',
      'The rain cover is attached. I cannot lose it, though I have tried.',
    ],
  },
  {
    title: 'Wide-mouth bottle, 32 oz, olive',
    picture: ['bottle', 'olive', 'charcoal'],
    priceCents: 3800,
    tags: ['bottle', 'hiking', 'insulated'],
    description: 'Takes ice cubes and a real brush. Powder coat that grips with wet hands.',
    comments: [
      'Snow in at noon, cold water at five.',
      'A wide mouth means you can actually clean it. Revolutionary.',
    ],
  },
  {
    title: 'Enamel camp mug, forest',
    picture: ['mug', 'forest', 'chalk'],
    priceCents: 1400,
    tags: ['mug', 'camping', 'enamel'],
    description: 'Straight on the coals if you must. Chips become stories.',
    comments: ['Coffee tastes better with smoke in it. This is science.'],
  },
  {
    title: 'Merino hat for the trail, ocean',
    picture: ['beanie', 'ocean', 'mustard'],
    priceCents: 3100,
    tags: ['hat', 'merino', 'hiking'],
    description: 'Thin enough under a helmet, warm enough at the summit.',
    comments: [
      'Does not smell after four days. My tent mate confirms.',
      'Goes under the bike helmet and stays in the pocket from April on.',
    ],
  },
  {
    title: 'Field watch, olive strap',
    picture: ['watch', 'olive', 'butter'],
    priceCents: 8900,
    tags: ['watch', 'hiking', 'solar'],
    description: 'Charges by daylight, glows at night, and shrugs at rivers.',
    comments: ['I have not changed a battery since I stopped counting.'],
  },
  {
    title: 'Trail runners, mustard and charcoal',
    picture: ['sneaker', 'mustard', 'charcoal'],
    priceCents: 13400,
    tags: ['shoes', 'trail', 'running'],
    description: 'Grip for mud, drainage for rivers, and a toe cap for everything else.',
    comments: [
      'Ran through a stream because I could. Dry socks by the car.',
      'The tread still bites after two hundred miles of slate.',
    ],
  },
]
