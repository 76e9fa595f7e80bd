import { marketplaces } from '../../src/shared/amazon/marketplaces.ts'
import { currencyOf, type FakeItem } from './amazon-catalogue.ts'

const asHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)

/** A product page as the shop builds it: the title in several wordings, and a price that must not be taken. */
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

/** What the shop shows instead of a page to callers it takes for a robot. */
export const robotPage = `<!doctype html><html><head><title>Amazon.com</title></head><body>
<!-- To discuss automated access to Amazon data please contact api-services-support@amazon.com. -->
<form method="get" action="/errors/validateCaptcha">Click the button below to continue shopping</form></body></html>`
