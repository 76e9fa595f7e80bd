import { setTimeout as wait } from 'node:timers/promises'
import type { ClickOutcome } from '../../src/clicks/contract.ts'
import type { Random } from './random.ts'
import { someVisit, type Visit } from './visits.ts'

/** What was sent to the program while it was killed again and again, and what it answered. */
export type Observed = {
  /** Clicks that were answered, by their event. */
  acknowledged: Map<string, Visit & { outcome: ClickOutcome }>
  /** Clicks that were sent and never answered: they may be stored, or not. */
  unanswered: Map<string, Visit>
  /** Products whose publishing was answered. */
  posted: string[]
  /** Answers that were not waited for, connections that were cut, and answers of 503. */
  left: number
  cut: number
  refused: number
  /** What must never be answered. */
  wrong: string[]
}

type LoadOptions = {
  random: Random
  workers: number
  url: () => string
  productIds: readonly string[]
  ownersToken: string
}

export type Load = {
  observed: Observed
  /** Lets the workers send, without a pause, until `pause`, which waits for what is under way. */
  resume: () => void
  pause: () => Promise<void>
}

/**
 * How many one person posts, with those that the stage has: fewer than may be posted within an hour
 * (docs/product/limits.md#by-account).
 */
const maxPosted = 80

/** Workers who open products, press buttons and publish as the browser does: after a lost answer they send again. */
export function createLoad(options: LoadOptions): Load {
  const observed: Observed = {
    acknowledged: new Map(),
    unanswered: new Map(),
    posted: [],
    left: 0,
    cut: 0,
    refused: 0,
    wrong: [],
  }
  const randoms = Array.from({ length: options.workers }, () => options.random.fork())
  let running: Promise<unknown> = Promise.resolve()
  let isPaused = true
  const work = async (random: Random) => {
    while (!isPaused)
      if (observed.posted.length < maxPosted && random.chance(0.01)) await post(options, observed)
      else await click(options, observed, random)
  }
  return {
    observed,
    resume: () => {
      isPaused = false
      running = Promise.all(randoms.map(work))
    },
    pause: async () => {
      isPaused = true
      await running
    },
  }
}

/** Sends a click until it is answered, or whoever sends it has left; and some once more although they were answered. */
async function click(options: LoadOptions, observed: Observed, random: Random) {
  const visit = someVisit(random, options)
  const attempts = random.pick([1, 2, 2, 40])
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const outcome = await send(options, observed, visit, random.chance(0.1) ? random.between(1, 15) : 30_000)
    if (outcome && random.chance(0.95)) return
    // Not at once, or a server that is away would be asked for nothing else.
    if (!outcome) await wait(random.between(5, 60))
  }
}

/** Sends a click, and waits for the answer that long; undefined when none came. */
async function send({ url }: LoadOptions, observed: Observed, visit: Visit, patienceMs: number) {
  const { eventId, productId, kind, referrer, headers } = visit
  if (!observed.acknowledged.has(eventId)) observed.unanswered.set(eventId, visit)
  const answer = await fetch(`${url()}/api/v1/products/${productId}/clicks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ kind, referrer, event_id: eventId }),
    signal: AbortSignal.timeout(patienceMs),
  })
    .then(async (response) => ({ status: response.status, body: await response.json() }))
    .catch((error: Error) => error)
  if (!isAnswer(observed, answer)) return
  const outcome: ClickOutcome = answer.body.outcome
  const first = observed.acknowledged.get(eventId)?.outcome
  if (!visit.outcomes.includes(outcome))
    observed.wrong.push(`${eventId} should be ${visit.outcomes}: ${outcome}`)
  if (first && first !== outcome) observed.wrong.push(`${eventId} was ${first}, and then ${outcome}`)
  observed.acknowledged.set(eventId, { ...visit, outcome })
  observed.unanswered.delete(eventId)
  return outcome
}

async function post({ url, ownersToken }: LoadOptions, observed: Observed) {
  const answer = await publishProduct(url(), ownersToken).catch((error: Error) => error)
  if (isAnswer(observed, answer)) observed.posted.push(answer.body.id)
}

/** Publishes a product and returns status and body of the answer. */
export async function publishProduct(url: string, token: string) {
  const response = await fetch(`${url}/api/v1/products`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      amazon_url: 'https://amazon.com/dp/B0KILL0001',
      title: 'Busy',
      category_id: null,
    }),
  })
  return { status: response.status, body: await response.json() }
}

/** True when it was done; everything else but a lost answer and a 503 is wrong. */
function isAnswer<T extends { status: number }>(observed: Observed, answer: T | Error): answer is T {
  if (answer instanceof Error) {
    if (answer.name === 'TimeoutError') observed.left += 1
    else observed.cut += 1
    return false
  }
  if (answer.status === 503) observed.refused += 1
  else if (answer.status !== 201) observed.wrong.push(`an answer with ${JSON.stringify(answer)}`)
  return answer.status === 201
}
