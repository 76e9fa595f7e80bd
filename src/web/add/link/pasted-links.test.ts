import { describe, expect, it } from 'vitest'
import { readItemLink, severalLinks, sharedText } from './pasted-links.ts'

const notAmazon = "Oops! That didn't look like an Amazon product link. Try again?"
const noAsin = 'Could not extract ASIN from URL'

describe('the link of an item (docs/product/add-item.md#link)', () => {
  it.each([
    ['', 'Please enter an Amazon URL'],
    ['  \n', 'Please enter an Amazon URL'],
    ['just words', notAmazon],
    ['https://example.com/dp/B0KETTLE01', notAmazon],
    ['https://amazon.com.evil.io/dp/B0KETTLE01', notAmazon],
    ['https://example.com/?to=https://www.amazon.com/dp/B0KETTLE01', notAmazon],
    ['https://www.amazon.com/shop/someone', noAsin],
    ['https://example.com and https://www.amazon.com/shop/someone', noAsin],
  ])('in %j is missing', (text, problem) => {
    expect(readItemLink(text)).toEqual({ problem })
  })

  it.each([
    ['Enamel Mug, 0.5 l https://amzn.eu/d/mug', 'https://amzn.eu/d/mug'],
    ['Amazon.com: Mug https://a.co/d/mug', 'https://a.co/d/mug'],
    ['Seen on https://example.com/blog, sold at https://a.co/d/mug.', 'https://a.co/d/mug'],
    ['琺瑯杯https://amzn.asia/d/mug', 'https://amzn.asia/d/mug'],
    ['\u200ehttps://a.co/d/mug\u200e', 'https://a.co/d/mug'],
    ['amazon.com/dp/B0KETTLE01', 'https://amazon.com/dp/B0KETTLE01'],
    [
      'https://www.amazon.com/shop/someone https://www.amazon.com/dp/B0KETTLE01',
      'https://www.amazon.com/dp/B0KETTLE01',
    ],
  ])('in %j is found among other words', (text, url) => {
    expect(readItemLink(text)).toMatchObject({ url })
  })
})

describe('what a phone’s share sheet gives', () => {
  it.each([
    [{ text: 'Enamel Mug https://amzn.eu/d/mug' }, 'Enamel Mug https://amzn.eu/d/mug'],
    [{ title: 'Enamel Mug', url: 'https://a.co/d/mug' }, 'https://a.co/d/mug'],
    [{ url: 'https://example.com/', text: 'see a.co/d/mug' }, 'see a.co/d/mug'],
    [{ title: 'a.co/d/mug', text: 'nothing here' }, 'a.co/d/mug'],
    [{ title: 'Holiday', text: 'just words' }, 'just words'],
    [{}, ''],
  ])('of %j', (given, text) => {
    expect(sharedText(`?${new URLSearchParams(given)}`)).toBe(text)
  })
})

describe('several links pasted at once', () => {
  const one = 'https://www.amazon.com/dp/B0KETTLE01'
  const two = 'https://a.co/d/two'
  const textsOf = (pasted: string) => severalLinks(pasted)?.map(({ text }) => text) ?? null

  it.each([
    ['lines', `${one}\n${two}`],
    ['Windows lines', `${one}\r\n\r\n${two}\r\n`],
    ['spaces', `${one} ${two}`],
    ['commas', `${one},${two}`],
    ['commas and spaces', `${one}, ${two},`],
    ['words', `first ${one} and then (${two})`],
  ])('may be parted by %s', (_, pasted) => {
    expect(severalLinks(pasted)).toMatchObject([{ link: { asin: 'B0KETTLE01' } }, { link: { url: two } }])
  })

  it('may lack their scheme', () => {
    expect(textsOf('amazon.com/dp/B0KETTLE01,amzn.to/two')).toEqual([
      'amazon.com/dp/B0KETTLE01',
      'amzn.to/two',
    ])
  })

  it('keep a comma that is part of an address', () => {
    const withComma = 'https://www.amazon.com/dp/B0KETTLE01?keywords=a,b'
    expect(textsOf(`${withComma}\n${two}`)).toEqual([withComma, two])
  })

  it('have each item once, however its link is written', () => {
    expect(textsOf(`${one} ${one}?tag=x-20 ${two} ${two} amazon.com/gp/product/B0KETTLE01/`)).toEqual([
      one,
      two,
    ])
    expect(severalLinks(`${one} ${one}`)).toBeNull()
  })

  it('give a reason for each link that names no item', () => {
    const pasted = `${one}\nhttps://example.com/mug\nhttps://www.amazon.com/shop/someone\n${two}`
    expect(severalLinks(pasted)?.map((each) => ('problem' in each ? each.problem : null))).toEqual([
      null,
      notAmazon,
      noAsin,
      null,
    ])
  })

  it.each([
    '',
    one,
    'just words',
    `${one} from https://example.com/app`,
    'https://www.amazon.com/shop/a https://www.amazon.com/shop/b',
  ])('are not in %j', (text) => {
    expect(severalLinks(text)).toBeNull()
  })
})
