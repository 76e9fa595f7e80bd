import type { Find } from './find.ts'

export const health: Find[] = [
  {
    title: 'Magnesium capsules, 120',
    picture: ['pills', 'sage', 'forest'],
    priceCents: 1900,
    tags: ['supplement', 'sleep', 'magnesium'],
    description: 'Glycinate, one a day with dinner. Tested by lot, no fillers.',
    comments: [
      'My calves stopped waking me at four. I do not need to know more.',
      'Small capsules that go down without a fight.',
    ],
  },
  {
    title: 'Vitamin D drops for winter',
    picture: ['dropper', 'apricot', 'charcoal'],
    priceCents: 1300,
    tags: ['supplement', 'vitamin d', 'winter'],
    description: 'One drop a day in olive oil. A bottle lasts longer than the winter.',
    comments: [
      'One drop on the porridge. The whole family, no discussions.',
      'My doctor asked what I had changed. This.',
    ],
  },
  {
    title: 'Daily multivitamin, ocean jar',
    picture: ['pills', 'ocean', 'ocean'],
    priceCents: 2400,
    tags: ['supplement', 'daily', 'multivitamin'],
    description: 'The useful half of the alphabet at sensible doses. Sixty days.',
    comments: ['No neon colours, no promises. I trust it more for that.'],
  },
  {
    title: 'Probiotic, thirty days',
    picture: ['pills', 'apricot', 'brick'],
    priceCents: 2700,
    tags: ['supplement', 'gut', 'daily'],
    description: 'Eight strains that do not need the fridge, in a jar that keeps them dry.',
    comments: ['Week one: nothing. Week three: oh.', 'Travels well, which is when I need it.'],
  },
  {
    title: 'Unscented hand wash, two pumps',
    picture: ['pump', 'sky', 'charcoal'],
    priceCents: 1300,
    tags: ['soap', 'sensitive', 'refill'],
    description: 'Mild enough for forty times a day. Refills come as a brick of paper.',
    comments: ['I am a nurse. My hands picked this one.', 'The refill is cardboard. My bin is nearly empty.'],
  },
  {
    title: 'Arnica balm for tired legs',
    picture: ['balm', 'butter', 'forest'],
    priceCents: 1700,
    tags: ['balm', 'recovery', 'massage'],
    description: 'Cooling at first, warm afterwards. Smells of a meadow and not of a locker room.',
    comments: [
      'After the marathon it was this and the floor.',
      'My father, seventy-eight, gardener, orders it by the three.',
    ],
  },
  {
    title: 'Acupressure mat set, teal',
    picture: ['mat', 'teal', 'butter'],
    priceCents: 3900,
    tags: ['acupressure', 'back', 'relax'],
    description: 'Cotton, coconut fibre and six thousand opinions about your shoulders.',
    comments: [
      'The first two minutes are a mistake. Then I fell asleep on it.',
      'Headache gone more often than not. That is all I can say, and it is a lot.',
    ],
  },
  {
    title: 'Sunrise alarm clock, apricot',
    picture: ['clock', 'apricot', 'chalk'],
    priceCents: 4900,
    tags: ['sleep', 'clock', 'light'],
    description: 'Thirty minutes of slow light before a sound you can choose.',
    comments: [
      'January is survivable. I did not believe it either.',
      'I wake up before the sound now and feel smug about it.',
    ],
  },
  {
    title: 'Massage roller for feet and arches, plum',
    picture: ['roller', 'plum', 'oat'],
    priceCents: 1800,
    tags: ['massage', 'feet', 'recovery'],
    description: 'Fits under a desk. Nobody on the call has to know.',
    comments: ['Nobody on the call knows.'],
  },
  {
    title: 'Heat-keeping tea bottle, berry',
    picture: ['bottle', 'berry', 'charcoal'],
    priceCents: 2900,
    tags: ['bottle', 'tea', 'hydration'],
    description: 'Marks on the side, so that you see by noon how the day is going.',
    comments: [
      'The marks shame me gently. It works.',
      'Hot ginger tea at the playground at five. Other parents notice.',
    ],
  },
  {
    title: 'Epsom bath salts in a tin, lilac',
    picture: ['tin', 'lilac', 'chalk'],
    priceCents: 1800,
    tags: ['bath', 'recovery', 'evening'],
    description: 'Plain salts with a little lavender, two pounds.',
    comments: [
      'Legs up, lights off, forty minutes. Reborn, with wrinkled fingers.',
      'The tin lives on the edge of the bath and has outlasted three refills.',
    ],
  },
]
