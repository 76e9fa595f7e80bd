import type { Clock } from '../../platform/clock.ts'
import type { Automation } from '../contract.ts'
import { headerOf, type RequestHeaders } from '../rules.ts'
import { automationOf } from './agents-rules.ts'
import { type AddressLimiter, createAddressLimiter } from './limiter.ts'
import type { Click, ClickRecorder } from './recorder.ts'

// An app that previews links fetches each once in a while, from many addresses; what reads on and on is a crawler.
const recordedPerMinute = 30

type PageRequest = { method: string; headers: RequestHeaders; ip: string }

/** Takes note of who fetched a product's own page. Returns at once and never throws. */
type PageFetches = (productId: string, request: PageRequest) => void

/**
 * Records programs that fetch a product's page as bots: most run no script, so no page tells of them. People are counted
 * by the page itself, and so are driven browsers told, which do run it. An address that fetches more than its share is
 * no longer recorded, so that a flood of fetches cannot become a flood of rows; what it fetches is not taken from the
 * share of the people behind it.
 */
export function createPageFetches(
  recorder: ClickRecorder,
  clock: Clock,
  limiter: AddressLimiter = createAddressLimiter({ perMinute: recordedPerMinute }),
): PageFetches {
  const record = async (click: Click) => {
    if (!limiter(click.address, clock())) await recorder.record(click)
  }

  return (productId, request) => {
    const automation = automationOf(request)
    if (!automation || automation === 'headless') return
    // Made at once: a connection that has ended tells no address.
    const click = botView(productId, automation, request)
    // Once the answer is on its way. Nobody waits for it, and the recorder tells the log what fails.
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
