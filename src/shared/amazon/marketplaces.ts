import { type Marketplace, marketplaceCodes } from './marketplace-codes.ts'

export { type Marketplace, marketplaceCodes }

/** Amazon's shops by our code: the site's domain and the currency its prices are in. */
export const marketplaces = {
  us: { domain: 'amazon.com', currency: 'USD' },
  ca: { domain: 'amazon.ca', currency: 'CAD' },
  mx: { domain: 'amazon.com.mx', currency: 'MXN' },
  br: { domain: 'amazon.com.br', currency: 'BRL' },
  uk: { domain: 'amazon.co.uk', currency: 'GBP' },
  de: { domain: 'amazon.de', currency: 'EUR' },
  fr: { domain: 'amazon.fr', currency: 'EUR' },
  it: { domain: 'amazon.it', currency: 'EUR' },
  es: { domain: 'amazon.es', currency: 'EUR' },
  nl: { domain: 'amazon.nl', currency: 'EUR' },
  pl: { domain: 'amazon.pl', currency: 'PLN' },
  se: { domain: 'amazon.se', currency: 'SEK' },
  be: { domain: 'amazon.com.be', currency: 'EUR' },
  ie: { domain: 'amazon.ie', currency: 'EUR' },
  tr: { domain: 'amazon.com.tr', currency: 'TRY' },
  ae: { domain: 'amazon.ae', currency: 'AED' },
  sa: { domain: 'amazon.sa', currency: 'SAR' },
  eg: { domain: 'amazon.eg', currency: 'EGP' },
  in: { domain: 'amazon.in', currency: 'INR' },
  jp: { domain: 'amazon.co.jp', currency: 'JPY' },
  sg: { domain: 'amazon.sg', currency: 'SGD' },
  au: { domain: 'amazon.com.au', currency: 'AUD' },
  za: { domain: 'amazon.co.za', currency: 'ZAR' },
} as const satisfies Record<Marketplace, { domain: string; currency: string }>

/** True for a code of the table above. */
export const isMarketplace = (code: string): code is Marketplace => Object.hasOwn(marketplaces, code)

/** The shop's own host, as in `www.amazon.co.uk`. */
export const shopHost = (marketplace: Marketplace): string => `www.${marketplaces[marketplace].domain}`

const sitePrefixes = ['', 'www.', 'm.', 'smile.']
const marketplaceByHost = new Map(
  marketplaceCodes.flatMap((code) =>
    sitePrefixes.map((prefix) => [prefix + marketplaces[code].domain, code] as const),
  ),
)
const shortHosts = new Set([
  ...['a.co', 'amzn.to', 'amzn.eu', 'amzn.asia', 'amzn.in', 'amzn.com'],
  ...['link.amazon', 'amzlink.to', 'r.amzlink.to'],
])

/** The shop a host belongs to. The whole host must match: a suffix or part would let `amazon.com.evil.io` in. */
export const marketplaceOfHost = (host: string): Marketplace | undefined => marketplaceByHost.get(host)

/** Adds the hosts of AMAZON_SHORT_HOSTS, where a program starts, and in the browser where links are read. */
export function addShortHosts(hosts: string[]): void {
  for (const host of hosts) shortHosts.add(host)
}

/** True for Amazon's own link shorteners, and for those that the operator has added. */
export const isShortHost = (host: string): boolean => shortHosts.has(host)

/** The name of a marketplace by its code: `amazon.co.uk`. */
export const marketplaceName = (code: string): string =>
  isMarketplace(code) ? marketplaces[code].domain : code

/** The currency that a marketplace reports and pays in. */
export const currencyOf = (code: string): string =>
  isMarketplace(code) ? marketplaces[code].currency : 'USD'
