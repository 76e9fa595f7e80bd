import type { FastifyReply, FastifyRequest } from 'fastify'
import { tooBusy } from '../../shared/errors.ts'
import { addressPrefix } from '../address-prefix.ts'

type Bounds = {
  /** How many requests of an address prefix are under way at a time, and how many of one account among them. */
  most: number
  mostOfAccount: number
  /** How many wait beyond that, of an address prefix and in all: each may hold a body that has come. */
  mostWaiting: number
  mostWaitingInAll: number
  /** How long a request that a limit refused (429) keeps its turn. */
  pauseMs?: number
}

type Waiter = { begin: () => void; refuse: () => void }

/** The requests of an address; those that wait, by account, in the order in which the accounts are next. */
type Line = {
  underWay: number
  ofAccount: Map<string, number>
  waiting: Map<string, Waiter[]>
  waits: number
}

const fullLine = () => tooBusy('Too many requests of your network wait here already.', { retry_after: 5 })

/**
 * Limits how many requests of an address prefix are under way at a time, with a lower limit for each account. The
 * others wait, and their accounts take turns. Many requests of one account or address delay neither another address nor
 * another account at the same address. A request that a limit refused keeps its turn for a while, since thousands of
 * refusals would cost much.
 */
export function createAddressTurns({ pauseMs = 0, ...bounds }: Bounds) {
  const lines = new Map<string, Line>()
  let waitsInAll = 0

  const mayBegin = (line: Line, account: string) =>
    line.underWay < bounds.most && (line.ofAccount.get(account) ?? 0) < bounds.mostOfAccount

  function begin(line: Line, account: string) {
    line.underWay += 1
    line.ofAccount.set(account, (line.ofAccount.get(account) ?? 0) + 1)
  }

  function end(prefix: string, line: Line, account: string) {
    line.underWay -= 1
    const left = (line.ofAccount.get(account) ?? 0) - 1
    if (left > 0) line.ofAccount.set(account, left)
    else line.ofAccount.delete(account)
    beginNext(line)
    if (line.underWay === 0) lines.delete(prefix)
  }

  /** Lets the first account that may begin with one more, and puts it behind the others. */
  function beginNext(line: Line) {
    for (const [account, [first]] of line.waiting) {
      if (!first || !mayBegin(line, account)) continue
      takeOut(line, account, first)
      const others = line.waiting.get(account)
      line.waiting.delete(account)
      if (others) line.waiting.set(account, others)
      return first.begin()
    }
  }

  function putIn(line: Line, account: string, waiter: Waiter) {
    line.waiting.set(account, [...(line.waiting.get(account) ?? []), waiter])
    line.waits += 1
    waitsInAll += 1
  }

  function takeOut(line: Line, account: string, waiter: Waiter) {
    const left = line.waiting.get(account)?.filter((other) => other !== waiter) ?? []
    if (left.length > 0) line.waiting.set(account, left)
    else line.waiting.delete(account)
    line.waits -= 1
    waitsInAll -= 1
  }

  /**
   * Whether one more of an account may wait; in a full line by refusing the last of an account that has more waiting.
   */
  function hasRoom(line: Line, account: string): boolean {
    if (line.waits < bounds.mostWaiting && waitsInAll < bounds.mostWaitingInAll) return true
    const own = line.waiting.get(account)?.length ?? 0
    let [longest, waiters]: [string, Waiter[]] = [account, []]
    for (const other of line.waiting) if (other[1].length > waiters.length) [longest, waiters] = other
    const last = waiters.at(-1)
    if (!last || waiters.length <= own + 1) return false
    takeOut(line, longest, last)
    last.refuse()
    return true
  }

  /**
   * Resolves when the request may begin, to a function that ends its turn; its answer ends it at the latest. Throws
   * `unavailable` where too many wait.
   */
  function take(request: FastifyRequest, { raw }: FastifyReply, account: string): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        // Its body is released. The refusal is sent later: a script would ask again at once, and refusals cost more
        // than waiting.
        request.body = undefined
        setTimeout(() => reject(fullLine()), pauseMs).unref()
      }
      // A client that has left needs no answer, and no event of its leaving will come.
      if (raw.destroyed) return refuse()
      const prefix = addressPrefix(request.ip)
      const line = lines.get(prefix) ?? newLine()
      lines.set(prefix, line)
      let state: 'waiting' | 'under way' | 'over' = 'waiting'
      const leave = () => {
        if (state !== 'under way') return
        state = 'over'
        end(prefix, line, account)
      }
      const waiter: Waiter = {
        begin: () => {
          state = 'under way'
          begin(line, account)
          resolve(leave)
        },
        refuse: () => {
          state = 'over'
          refuse()
        },
      }
      if (mayBegin(line, account)) waiter.begin()
      else if (hasRoom(line, account)) putIn(line, account, waiter)
      else return refuse()
      raw.once('close', () => {
        if (state === 'waiting') {
          takeOut(line, account, waiter)
          waiter.refuse()
        } else if (raw.statusCode === 429 && pauseMs > 0) setTimeout(leave, pauseMs).unref()
        else leave()
      })
    })
  }

  return { take }
}

const newLine = (): Line => ({ underWay: 0, ofAccount: new Map(), waiting: new Map(), waits: 0 })
