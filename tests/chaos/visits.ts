import type { ClickKind, ClickOutcome } from '../../src/clicks/contract.ts'
import { automatedAgents, peoplesAgents } from '../../src/clicks/testing/agents.ts'
import { addressOf } from '../../src/clicks/testing/clicks.ts'
import type { Random } from './random.ts'

/** A click as somebody sends it, also when they retry. */
export type Visit = {
  eventId: string
  productId: string
  kind: ClickKind
  referrer: string | null
  headers: Record<string, string>
  /** The outcomes that its answer may have. */
  outcomes: readonly ClickOutcome[]
}

const people = Object.values(peoplesAgents)
const programs = Object.values(automatedAgents)
const referrers = ['https://l.instagram.com/', 'https://t.co/x', 'https://blog.example/post?q=secret', null]
const flooding = addressOf(0)

type Stage = { productIds: readonly string[]; ownersToken: string }

/** Somebody opens a product or presses its button: mostly people, some a second time; programs, its owner, a flood. */
export function someVisit(random: Random, { productIds, ownersToken }: Stage): Visit {
  const isProgram = random.chance(0.1)
  const isOwner = !isProgram && random.chance(0.05)
  const address = random.chance(0.1)
    ? flooding
    : addressOf(random.between(1, random.chance(0.2) ? 5 : 60_000))
  return {
    eventId: random.uuid(),
    // Every second one goes to the most popular product.
    productId: random.chance(0.5) ? (productIds[0] as string) : random.pick(productIds),
    kind: random.chance(0.7) ? 'view' : 'outbound',
    referrer: random.pick(referrers),
    headers: {
      'x-forwarded-for': address,
      'user-agent': random.pick(isProgram ? programs : people),
      ...(isOwner && { authorization: `Bearer ${ownersToken}` }),
    },
    outcomes: isProgram ? ['bot'] : isOwner ? ['owner'] : ['counted', 'repeat', 'limited'],
  }
}
