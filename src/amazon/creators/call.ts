import type { Clock } from '../../platform/clock.ts'
import { amazonRequests } from '../../platform/metrics/counts.ts'
import { type Marketplace, shopHost } from '../../shared/amazon/marketplaces.ts'
import { apiHost, type Network, NetworkError, readBody } from '../network.ts'
import type { AmazonItem } from '../rules.ts'
import type { Allowance, Deadline } from './allowance.ts'
import type { Caller } from './allowance-rules.ts'
import { itemResources, readItems } from './answers.ts'
import { CreatorsError } from './errors.ts'
import { parseJson, type TokenSource } from './token.ts'

/** The shop asked and the associate tag used. */
export type Shop = { marketplace: Marketplace; partnerTag: string }

/** What to ask for, for whom, and what ends it early. */
export type Question = { shop: Shop; asins: string[]; caller: Caller; stopping?: AbortSignal }

type Parts = {
  network: Network
  tokens: TokenSource
  allowance: Allowance
  clock: Clock
  backOffMs: number
}
type Answer = { status: number; text: string; retryAfter: string | undefined; token: string }

const maxAnswerBytes = 2_000_000

/**
 * Asks for at most ten items, at this caller's turn. When throttled it backs off and asks again until the deadline; a
 * server error and a token refused early are each retried once. Throws CreatorsError or NetworkError.
 */
export async function getItems(
  parts: Parts,
  question: Question,
  deadline: Deadline,
): Promise<Map<string, AmazonItem>> {
  let renewed = false
  let repeated = false
  for (let throttled = 0; ; ) {
    const answer = await ask(parts, question, deadline)
    amazonRequests.inc({ kind: 'creators_api', outcome: outcomeOf(answer.status) })
    if (answer.status === 429) {
      const asked = retryAfterMs(answer.retryAfter, parts.clock())
      await parts.allowance.pause(asked ?? parts.backOffMs * 2 ** throttled++)
    } else if (answer.status === 401 && !renewed) {
      parts.tokens.drop(answer.token)
      renewed = true
    } else if (answer.status >= 500 && !repeated) {
      repeated = true
    } else {
      return judge(answer, question.shop.marketplace, parts.clock())
    }
  }
}

function outcomeOf(status: number): string {
  if (status === 429) return 'throttled'
  if (status >= 500) return 'failed'
  return status < 400 || status === 404 ? 'ok' : 'refused'
}

/** One call at its turn. A failed connection counts as a server error, so that it is retried once. */
async function ask(parts: Parts, { shop, asins, caller }: Question, deadline: Deadline): Promise<Answer> {
  const { network, tokens, allowance } = parts
  const token = await tokens.current(deadline.signal)
  const turn = await allowance.turn(caller, deadline)
  if (turn !== 'granted') throw new CreatorsError(turn === 'spent' ? 'allowance_spent' : 'throttled')
  try {
    const reply = await network.ask(new URL(`https://${apiHost}/catalog/v1/getItems`), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'x-marketplace': shopHost(shop.marketplace),
      },
      body: JSON.stringify({ partnerTag: shop.partnerTag, itemIds: asins, resources: itemResources }),
      signal: deadline.signal,
    })
    const text = (await readBody(reply, maxAnswerBytes)).toString()
    const retryAfter = reply.headers['retry-after']
    return { status: reply.statusCode, text, retryAfter: retryAfter?.toString(), token }
  } catch (error) {
    if (error instanceof NetworkError && error.reason === 'unreachable')
      return { status: 503, text: '', retryAfter: undefined, token }
    throw error
  }
}

function judge({ status, text }: Answer, marketplace: Marketplace, now: Date): Map<string, AmazonItem> {
  if (status >= 500) throw new CreatorsError('unavailable')
  if (status === 401) throw new CreatorsError('credentials_refused')
  if (status === 403)
    throw new CreatorsError(text.includes('AssociateNotEligible') ? 'not_eligible' : 'refused')
  if (status >= 400 && status !== 404) throw new CreatorsError('refused')
  // A 404 without a word on items is not about them: Amazon may have moved the API.
  const items = readItems(parseJson(text), marketplace, now)
  if (!items) throw new CreatorsError('unreadable')
  return items
}

// The longest wait taken from a header, so that an odd answer cannot stop look-ups for good.
const longestPauseMs = 600_000

/** A Retry-After header (seconds or a date) in milliseconds from `now`; null if it is unusable. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), longestPauseMs) : null
}
