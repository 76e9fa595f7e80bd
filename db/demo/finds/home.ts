import type { Find } from './find.ts'

export const home: Find[] = [
  {
    title: 'Mushroom table lamp, warm dim',
    picture: ['lamp', 'oat', 'brass'],
    priceCents: 8900,
    tags: ['lamp', 'lighting', 'warm'],
    description: 'An opal glass shade on a brass stem. Dims from reading to candle without a flicker.',
    comments: [
      'Turned off the ceiling light the day it came and have not turned it on since.',
      'The lowest step is exactly the light of a late train. I love it.',
      'Everyone who visits touches it. Everyone.',
    ],
  },
  {
    title: 'Glass dome lamp, apricot',
    picture: ['lamp', 'apricot', 'walnut'],
    priceCents: 7400,
    tags: ['lamp', 'lighting', 'bedroom'],
    description: 'Mouth-blown glass in a sunset tint, on a turned walnut foot.',
    comments: [
      'It makes a rented flat look like somebody lives there on purpose.',
      'Our hallway used to be a place to lose keys. Now it is a mood.',
    ],
  },
  {
    title: 'Shell-back lounge chair, rust velvet',
    picture: ['chair', 'rust', 'walnut'],
    priceCents: 34900,
    tags: ['chair', 'velvet', 'living room'],
    description: 'A deep seat, a back that holds you, and legs that come in a bag with one key.',
    comments: [
      'Twenty minutes to put together, alone, with a glass of wine in between.',
      'The cat claimed it within the hour. I have visiting rights.',
    ],
  },
  {
    title: 'Shell-back lounge chair, sage linen',
    picture: ['chair', 'sage', 'oak'],
    priceCents: 32900,
    tags: ['chair', 'linen', 'reading'],
    description: 'The same generous shape in washed linen, with oak legs.',
    comments: ['My reading corner went from an idea to a place.'],
  },
  {
    title: 'Matte white vase with a narrow neck',
    picture: ['vase', 'chalk', 'apricot'],
    priceCents: 3200,
    tags: ['vase', 'ceramic', 'minimal'],
    description: 'Hand-thrown look, dishwasher reality. Holds three stems or one branch.',
    comments: [
      'Three dried stems from a walk and it looks like I know what I am doing.',
      'Heavier than it looks, in the good way. The wind has tried.',
    ],
  },
  {
    title: 'Stoneware vase, ocean',
    picture: ['vase', 'ocean', 'butter'],
    priceCents: 3600,
    tags: ['vase', 'stoneware', 'blue'],
    description: 'A reactive glaze, so that no two are quite the same blue.',
    comments: ['Mine came out stormier than the photo. I like mine better.'],
  },
  {
    title: 'Cedar and fig candle',
    picture: ['candle', 'forest', 'oat'],
    priceCents: 2400,
    tags: ['candle', 'scent', 'evening'],
    description: 'Soy wax in a reusable glass. Burns evenly for about forty-five hours.',
    comments: [
      'Smells like a cabin somebody richer than me owns.',
      'No soot on the glass, even at the end. I checked.',
    ],
  },
  {
    title: 'Amber and tobacco candle',
    picture: ['candle', 'clay', 'brass'],
    priceCents: 2600,
    tags: ['candle', 'scent', 'winter'],
    description: 'Warm and a little smoky. The glass becomes a good whisky tumbler afterwards.',
    comments: [
      'Lit it for a dinner. Two guests photographed the label.',
      'I now own four matching tumblers and no regrets.',
    ],
  },
  {
    title: 'Striped cushion, mustard and chalk',
    picture: ['cushion', 'mustard', 'chalk'],
    priceCents: 3900,
    tags: ['cushion', 'cotton', 'sofa'],
    description: 'Woven, not printed, with a hidden zip. Cover washes at thirty.',
    comments: [
      'The one cushion that survived both children and the great beetroot incident.',
      'Makes a grey sofa look like a decision.',
    ],
  },
  {
    title: 'Striped cushion, ocean and oat',
    picture: ['cushion', 'ocean', 'oat'],
    priceCents: 3900,
    tags: ['cushion', 'cotton', 'blue'],
    description: 'The same heavy weave in a colour for north-facing rooms.',
    comments: ['Bought one, then the second, then I stopped pretending and bought the third.'],
  },
  {
    title: 'Linen towels, set of four, sage',
    picture: ['towels', 'sage', 'oat'],
    priceCents: 5400,
    tags: ['linen', 'towels', 'bathroom'],
    description: 'Stonewashed linen that dries you and then itself, in half the time of cotton.',
    comments: [
      'No more damp towel smell in a bathroom without a window. Life changing is a big word. Still.',
      'They feel rough for three washes. Give them three washes.',
    ],
  },
  {
    title: 'Twin-bell clock, teal',
    picture: ['clock', 'teal', 'brass'],
    priceCents: 3200,
    tags: ['clock', 'bedroom', 'classic'],
    description: 'Loud when it has to be, silent the rest of the night.',
    comments: [
      'No snooze on it. I have never been so punctual, or so cross.',
      'Looks like a cartoon alarm and rings like one.',
    ],
  },
]
