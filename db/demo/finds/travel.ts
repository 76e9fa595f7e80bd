import type { Find } from './find.ts'

export const travel: Find[] = [
  {
    title: 'Carry-on suitcase, navy',
    picture: ['suitcase', 'navy', 'brass'],
    priceCents: 16900,
    tags: ['suitcase', 'carry-on', 'flights'],
    description: 'Polycarbonate, four quiet wheels and a handle that does not rattle.',
    comments: [
      'Cobblestones in Porto, escalators in Seoul. The wheels still whisper.',
      'Fits the strictest box at the gate. I have stood there smiling.',
      'Ten days in it, if you roll instead of fold.',
    ],
  },
  {
    title: 'Carry-on suitcase, sage',
    picture: ['suitcase', 'sage', 'brass'],
    priceCents: 16900,
    tags: ['suitcase', 'carry-on', 'weekend'],
    description: 'The same case in a colour you find again on any belt.',
    comments: [
      'In a sea of black cases, mine is the green one. Out of the airport in six minutes.',
      'Scratches do not show. I have tried.',
    ],
  },
  {
    title: 'Check-in suitcase, apricot',
    picture: ['suitcase', 'apricot', 'cocoa'],
    priceCents: 22900,
    tags: ['suitcase', 'family', 'long trip'],
    description: 'Seventy-five litres, a divider that means it, and a lock with a manual.',
    comments: ['Two kids, one case, three weeks. It closed.'],
  },
  {
    title: 'Roll-top travel pack, teal',
    picture: ['backpack', 'teal', 'cocoa'],
    priceCents: 11900,
    tags: ['backpack', 'one bag', 'commute'],
    description: 'Opens flat like a case, carries like a pack, hides its straps on planes.',
    comments: [
      'One bag for five weeks. I will never go back to wheels.',
      'Opens flat, so nothing lives at the bottom anymore.',
    ],
  },
  {
    title: 'Folding travel pack, coral',
    picture: ['backpack', 'coral', 'charcoal'],
    priceCents: 3600,
    tags: ['backpack', 'packable', 'day trip'],
    description: 'Weighs seven ounces and packs into its own pocket.',
    comments: ['Lives at the bottom of my suitcase until the market day, then saves it.'],
  },
  {
    title: 'Noise-cancelling headphones, clay',
    picture: ['headphones', 'clay', 'cocoa'],
    priceCents: 21900,
    tags: ['headphones', 'flights', 'quiet'],
    description: 'Made for cabins: a deep hush, and a cable for the screen in the seat.',
    comments: [
      'Put them on at the gate, take them off at the sea.',
      'The cable for the plane screen is in the case. Little things.',
    ],
  },
  {
    title: 'Polarised sunglasses, ocean lenses',
    picture: ['glasses', 'charcoal', 'ocean'],
    priceCents: 5400,
    tags: ['sunglasses', 'driving', 'beach'],
    description: 'Takes the glare off water and windscreens. Weighs less than a letter.',
    comments: [
      'I can see the fish now. The fish did not ask for this.',
      'Eight hours of driving without squinting.',
    ],
  },
  {
    title: 'Steel bottle with a bamboo lid',
    picture: ['bottle', 'charcoal', 'oak'],
    priceCents: 3400,
    tags: ['bottle', 'flights', 'tea'],
    description: 'Through security empty, full of tea ten minutes later. Strainer included.',
    comments: ['Airport hot water is free. My tea is good. I have beaten the system.'],
  },
  {
    title: 'Pocket travel clock, chalk',
    picture: ['clock', 'chalk', 'ocean'],
    priceCents: 2900,
    tags: ['clock', 'analog', 'bedside'],
    description: 'So that the phone can stay in the other room, even in a hotel.',
    comments: [
      'Wakes me up without showing me the news first.',
      'Ticks so softly that I checked whether it was broken.',
    ],
  },
  {
    title: 'Travel journal with a pen loop, navy',
    picture: ['notebook', 'navy', 'persimmon'],
    priceCents: 1900,
    tags: ['journal', 'writing', 'travel'],
    description: 'Numbered pages, a map pocket, and paper that does not mind a fountain pen.',
    comments: [
      'Ticket stubs, a feather, a coffee ring from Trieste. This is my social media.',
      'The pocket holds more than it looks. Mine barely closes, happily.',
    ],
  },
  {
    title: 'Quick-dry travel towels, coral',
    picture: ['towels', 'coral', 'sand'],
    priceCents: 2800,
    tags: ['towel', 'beach', 'packable'],
    description: 'Waffle weave that weighs little and sheds sand.',
    comments: ['The sand falls off. All of it. I stood there amazed.', 'Packs to the size of a sandwich.'],
  },
]
