import { marketplaces } from '../../src/shared/amazon/marketplaces.ts'
import { currencyOf, type FakeItem } from './amazon-catalogue.ts'

const asHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** A product page as the shop builds it: the title in several forms, and a price that must not be used. */
export function productPage(item: FakeItem): string {
  const shop = marketplaces[item.marketplace].domain
  const shopName = shop[0]?.toUpperCase() + shop.slice(1)
  const image = item.image ? `<img id="landingImage" src="${item.image}" data-old-hires="${item.image}">` : ''
  return `<!doctype html><html><head>
<title>${shopName}: ${asHtml(item.title)} : ${asHtml(item.department)}</title>
<meta name="title" content="${shopName}: ${asHtml(item.title)} : ${asHtml(item.department)}">
<meta name="description" content="${asHtml(`Shop ${item.title}. ${item.features.join(' ')}`)}">
</head><body>
<script>var pageData = {"price": "${item.price}", "title": "<title>not this</title>"}</script>
<span id="productTitle"> ${asHtml(item.title)} </span>${image}
<span class="a-price"><span class="a-offscreen">${item.price} ${currencyOf(item)}</span></span>
</body></html>`
}

/** The shop's captcha page for suspected robots. */
export const robotPage = `<!doctype html><html><head><title>Amazon.com</title></head><body>
<!-- To discuss automated access to Amazon data please contact api-services-support@amazon.com. -->
<form method="get" action="/errors/validateCaptcha">Click the button below to continue shopping</form></body></html>`

/** A short link of the fake: redirect to an address, or misbehave. */
export type ShortLink = { to: string } | 'slow' | 'garbage' | 'page' | 'down' | 'not_http' | 'endless_body'

/** The short links of a new fake, by path; any short host serves each. */
export const shortLinks: Readonly<Record<string, ShortLink>> = {
  '/d/kettle': { to: 'https://www.amazon.com/dp/B0KETTLE01?ref=cm_sw_r_cp&tag=someone-else-20' },
  '/d/berlin': { to: 'https://www.amazon.de/gp/product/B0BERLIN01' },
  '/d/by-http': { to: 'http://www.amazon.com/dp/B0KETTLE01' },
  '/d/relative': { to: '/d/kettle' },
  '/d/storefront': { to: 'https://www.amazon.com/shop/someone' },
  '/d/outside': { to: 'https://evil.example/dp/B0KETTLE01' },
  '/d/look-alike': { to: 'https://www.amazon.com.evil.example/dp/B0KETTLE01' },
  '/d/user-info': { to: 'https://www.amazon.com@evil.example/dp/B0KETTLE01' },
  '/d/port': { to: 'https://www.amazon.com:8443/dp/B0KETTLE01' },
  '/d/script': { to: 'javascript:alert(1)' },
  '/d/file': { to: 'file:///etc/passwd' },
  '/d/loopback': { to: 'https://127.0.0.1/dp/B0KETTLE01' },
  '/d/loopback-v6': { to: 'https://[::1]/dp/B0KETTLE01' },
  '/d/mapped': { to: 'https://[::ffff:127.0.0.1]/dp/B0KETTLE01' },
  '/d/decimal': { to: 'https://2130706433/dp/B0KETTLE01' },
  '/d/cloud-metadata': { to: 'http://169.254.169.254/latest/meta-data/' },
  '/d/forever': { to: 'https://a.co/d/forever' },
  '/d/not-an-address': { to: 'https://[' },
  '/d/five-hops': { to: 'https://amzn.to/hops/3' },
  '/d/six-hops': { to: 'https://amzn.to/hops/4' },
  '/d/slow': 'slow',
  '/d/garbage': 'garbage',
  '/d/page': 'page',
  '/d/down': 'down',
  '/d/not-http': 'not_http',
  '/d/endless': 'endless_body',
}

/** `/hops/3` leads to `/hops/2` and so on; `/hops/0` to an item. */
export function nextHop(path: string): ShortLink | undefined {
  const left = /^\/hops\/(\d+)$/.exec(path)?.[1]
  if (left === undefined) return undefined
  return {
    to: left === '0' ? 'https://www.amazon.com/dp/B0KETTLE01' : `https://amzn.to/hops/${Number(left) - 1}`,
  }
}
