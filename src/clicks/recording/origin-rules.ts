import { headerOf, type RequestHeaders } from '../rules.ts'

type Own = { ownHost: string; origins: readonly string[] }

/**
 * Whether a browser says that another site's page sent a request: such a page could have its readers click unseen, so
 * it counts nobody (docs/product/clicks.md#outcomes). What says nothing is an old browser or a program, which its agent
 * tells.
 */
export function isFromOtherSite(headers: RequestHeaders, { ownHost, origins }: Own): boolean {
  const origin = headerOf(headers, 'origin')
  if (origins.includes(origin)) return false
  // Told only to secured addresses, and by no page itself. 'none' is a person who has opened the address.
  const site = headerOf(headers, 'sec-fetch-site')
  if (site !== '') return site !== 'same-origin' && site !== 'none'
  if (origin === '') return false
  const host = URL.parse(origin)?.host
  return host === undefined || (host !== ownHost && host !== headerOf(headers, 'host'))
}
