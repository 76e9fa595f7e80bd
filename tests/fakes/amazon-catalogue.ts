import { type Marketplace, marketplaces } from '../../src/shared/amazon/marketplaces.ts'

/** An item the fake Amazon sells. */
export type FakeItem = {
  asin: string
  marketplace: Marketplace
  title: string
  features: string[]
  /** Null: no picture. */
  image: string | null
  /** Null: not for sale at present. */
  price: number | null
  /** The shop page's name of the item's department. */
  department: string
  /** Left out of the Creators API's answers, as some real items are. */
  pageOnly?: boolean
  /** A listing's availability; in stock by default. */
  availability?: { type?: string; message?: string }
}

const picture = (name: string) => `https://m.media-amazon.com/images/I/${name}._AC_SL1500_.jpg`

const kettle: FakeItem = {
  asin: 'B0KETTLE01',
  marketplace: 'us',
  title: 'Gooseneck Pour-Over Kettle, 0.9 L, Matte Black',
  features: ['Slow, steady stream for pour-over coffee', 'Thermometer in the lid'],
  image: picture('61kettle01L'),
  price: 68,
  department: 'Home & Kitchen',
}

/** The catalogue of a new fake; tests may add to their fake's copy. */
export const catalogue: readonly FakeItem[] = [
  kettle,
  {
    asin: 'B0HEADPHN1',
    marketplace: 'us',
    title: 'Wireless Over-Ear Headphones, Sand',
    features: ['30 hours of battery', 'Folds flat'],
    image: picture('71headphn1L'),
    price: 199.99,
    department: 'Electronics',
  },
  {
    asin: 'B0LIPSTCK1',
    marketplace: 'us',
    title: 'Satin Lipstick “Brick Red” – Crème & Matte',
    features: ['Soft all day'],
    image: picture('51lipstck1L'),
    price: 26.5,
    department: 'Beauty & Personal Care',
  },
  {
    asin: '030640615X',
    marketplace: 'us',
    title: 'A Year of Slow Suppers',
    features: [],
    image: picture('81suppers1L'),
    price: 24.5,
    department: 'Books',
  },
  {
    asin: 'B0SOLDOUT1',
    marketplace: 'us',
    title: 'Walnut Bookshelf Speaker',
    features: ['Currently unavailable'],
    image: picture('61speaker1L'),
    price: null,
    department: 'Electronics',
  },
  {
    asin: 'B0PAGEONLY',
    marketplace: 'us',
    title: 'Terracotta Planter with Saucer, 8 in',
    features: ['Drainage hole'],
    image: picture('61planter1L'),
    price: 32,
    department: 'Patio, Lawn & Garden',
    pageOnly: true,
  },
  {
    asin: 'B0LONDON01',
    marketplace: 'uk',
    title: 'Everyday Umbrella, Navy',
    features: ['Opens by itself'],
    image: picture('61umbrella1L'),
    price: 18.99,
    department: 'Fashion',
  },
  {
    ...kettle,
    asin: 'B0BERLIN01',
    marketplace: 'de',
    title: 'Schwanenhals-Wasserkessel, 0,9 l',
    price: 59.9,
  },
]

/** The currency the item's shop sells in. */
export const currencyOf = ({ marketplace }: FakeItem): string => marketplaces[marketplace].currency
