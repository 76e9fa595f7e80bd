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

/** Records a fetch of a product's own page by a program. Returns at once and never throws. */
type PageFetches = (productId: string, request: PageRequest) => void

/**
 * Records programs that fetch a product's page as bots: most run no script, so the page itself cannot report them. The
 * page reports people, and driven browsers too, which run its script. An app fetches a link for its preview now and
 * then, from many addresses; one that fetches often is a crawler. Fetches above a crawler's limit are not recorded, so
 * that a flood of fetches does not become a flood of rows. Fetches do not use up the limit of the people at that
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
