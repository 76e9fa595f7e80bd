import type { Clock } from '../../platform/clock.ts'
import {
  type AddressCounter,
  addressLimits,
  createAddressCounter,
} from '../../platform/limits/address-counter.ts'
import type { Automation } from '../contract.ts'
import { headerOf, type RequestHeaders } from '../rules.ts'
import { automationOf } from './agents-rules.ts'
import type { Click, ClickRecorder } from './recorder.ts'

type PageRequest = { method: string; headers: RequestHeaders; ip: string }

/** Records who fetched a product's own page. Returns at once and never throws. */
type PageFetches = (productId: string, request: PageRequest) => void

/**
 * Records programs that fetch a product's page as bots: most run no script, so the page itself cannot report them.
 * People are counted by the page, and so are driven browsers, which run its script. An app fetches a link for its
 * preview now and then, from many addresses; one that fetches often is a crawler, and what it fetches above its limit is not recorded, so a flood of fetches is no flood of rows. They do not use up the limit of the people of that
 * address.
 */
export function createPageFetches(
  recorder: ClickRecorder,
  clock: Clock,
  limiter: AddressCounter = createAddressCounter({ perMinute: addressLimits.fetches }),
): PageFetches {
  const record = async (click: Click) => {
    if (!(await limiter(click.address, clock()))) await recorder.record(click)
  }

  return (productId, request) => {
    const automation = automationOf(request)
    if (!automation || automation === 'headless') return
    // Read now: a closed connection has no address.
    const click = botView(productId, automation, request)
    // After the answer is sent. Nobody waits for it; the recorder logs failures.
    setImmediate(() => void record(click).catch(() => {}))
  }
}

const botView = (productId: string, automation: Automation, { headers, ip }: PageRequest): Click => ({
  productId,
  kind: 'view',
  eventId: null,
  viewEventId: null,
  claim: 'bot',
  viewerId: null,
  address: ip,
  userAgent: headerOf(headers, 'user-agent'),
  referrer: null,
  automation,
  site: null,
  country: null,
})
