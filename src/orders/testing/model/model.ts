import type { Pair } from './duplicates.ts'
import { endOf, type Verdict, verdictOf } from './evidence.ts'
import { type Entry, nameOf, postTo, sum } from './posted.ts'
import { Reports } from './reported.ts'
import {
  type Click,
  type Decision,
  days,
  type FileSpec,
  inUsd,
  type Market,
  marketOf,
  type OrderState,
  type Product,
  type Row,
  type Standing,
  shareOn,
  trackedDays,
} from './world.ts'

type Match = Pick<Verdict, 'product' | 'creator' | 'review' | 'claimants' | 'text'> & {
  confidence: string
  rule: string | null
  isDecided: boolean
  isProvisional: boolean
  /** What the evidence said when an admin decided. */
  judged: string | null
}
/** What is compared of a row with the app's. */
const compared = ({ creator: _, product: __, feeBps: ___, ...entry }: Entry) => entry
type Order = {
  match: Match | null
  ledger: Entry[]
  /** The evidence known now, if it names somebody else than the match, or nobody (decision 34). */
  claim: Verdict | null
  /** The creators whose rows are under review. */
  underReview: Set<number>
}

/**
 * The expected result of one history: orders, matches and ledger by decisions 18, 24, 25, 26, 27, 33, 34, 39 and 42,
 * over plain arrays and in whole cents. Written from these, not from the program.
 */
export class Model {
  private readonly reports = new Reports()
  private readonly orders = new Map<string, Order>()
  private readonly clicks: Click[]
  /** Before which day tracking ids end to be somebody's. */
  private readonly trackedUntil: Record<Market, number> = { us: trackedDays.until, ca: trackedDays.until }
  /** The last round whose clicks have come. */
  private round = Infinity

  constructor(clicks: Click[]) {
    this.clicks = clicks
  }

  /** Clicks of this round have come, and no later ones. */
  reach(round: number): void {
    this.round = round
  }

  track(market: Market, until: number): void {
    this.trackedUntil[market] = until
  }

  /** Reads a file's rows as if they counted: an admin first has to decide which may be one sale with others. */
  tryFile(file: number, spec: FileSpec, rows: Row[]): void {
    this.reports.merge(file, spec, rows)
  }

  /** The same with another ship date from which Fee-Earnings pays. */
  tryDate(market: Market, day: number): void {
    this.reports.payFrom(market, day)
  }

  likelyDuplicates(market: Market): Pair[] {
    return this.reports.likelyDuplicates(market)
  }

  sayOf({ order, row }: Pair, isOne: boolean): void {
    this.reports.sayOf(order[0], row[0], isOne)
  }

  isOneSale(order: string, row: string): boolean {
    return this.reports.isOneSale(order, row)
  }

  /** Changes an earlier choice; returns whether it still applies. */
  sayOtherwise(order: string, row: string): boolean {
    const isSaid = this.reports.sayOtherwise(order, row)
    if (isSaid) this.follow()
    return isSaid
  }

  giveUp(file: number): void {
    this.reports.giveUp(file)
    this.reports.settle()
    this.know()
  }

  undo(file: number): void {
    this.reports.undo(file)
    this.follow()
  }

  /** Updates orders from what is reported now. */
  follow(): void {
    const owners = new Map(
      [...this.orders].flatMap(([id, { match }]) =>
        match ? [[id, match.creator ?? ('nobody' as const)]] : [],
      ),
    )
    this.reports.settle((id) => owners.get(id) ?? 'not matched')
    this.know()
  }

  private know(): void {
    for (const order of this.reports.orders().keys())
      if (!this.orders.has(order))
        this.orders.set(order, { match: null, ledger: [], claim: null, underReview: new Set() })
  }

  match(now: Date): void {
    for (const [id, order] of this.orders) {
      const standing = this.reports.orders().get(id)
      order.claim = null
      // An order that is in no report, or reported as a return, is decided when it is reported as a purchase again.
      if (!standing || standing.row.cents < 0) continue
      const { match, ledger } = order
      const known = this.automatic(standing, now)
      // An order posted to somebody stays theirs once its date was over; so does one that an admin decided.
      const isPosted = ledger.some(({ creator }) => creator === match?.creator)
      const isSettled = match?.isProvisional === false && isPosted && !known.isProvisional
      if (match?.isDecided || isSettled) order.claim = newsOf(match, known)
      else order.match = known
    }
    this.follow()
  }

  private automatic({ row, isTagged }: Standing, now: Date): Match & Verdict {
    const trackedUntil = this.trackedUntil[marketOf(row.asin)]
    const bought = { ...row, day: this.reports.orderedOn(row), isFileTagged: isTagged, trackedUntil }
    const clicks = this.clicks.filter(({ round }) => round <= this.round)
    const isProvisional = +now < endOf(bought) + 10 * 60_000
    return { ...verdictOf(bought, clicks), isDecided: false, isProvisional, judged: null }
  }

  calculate(today: string): void {
    this.follow()
    for (const [id, order] of this.orders) if (!this.reports.isUnclear(id)) this.post(id, order, today)
  }

  private post(id: string, order: Order, today: string): void {
    const { match, ledger } = order
    const standing = this.reports.orders().get(id) ?? null
    const month = standing && (days[standing.row.day] as string).slice(0, 7)
    const left = standing?.status === 'shipped' ? Math.max(0, standing.cents) : 0
    const owed = standing && month ? inUsd(marketOf(standing.row.asin), month, left) : 0
    const paidFor = standing && `${marketOf(standing.row.asin)} ${month}`
    const feeBps = shareOn(match?.creator ?? -1, standing?.row.day ?? 0)
    postTo(ledger, match, { status: standing?.status, owed, paidFor, feeBps, today })
    order.underReview.clear()
    if (match && match.creator !== null && match.review !== null) order.underReview.add(match.creator)
  }

  /** The orders that can be decided so, sorted; an order that looks like another cannot be named. */
  decidable(what: Exclude<Decision['what'], 'duplicate' | 'answer'>): { id: string; text: string }[] {
    const all = [...this.orders.keys()].map((id) => ({ id, text: JSON.stringify(this.stateOf(id)) }))
    const isPurchase = (id: string) => (this.reports.orders().get(id)?.row.cents ?? -1) > 0
    const matches = (id: string) => this.orders.get(id)?.match ?? null
    const isOpen = {
      assign: () => true,
      unassign: (id: string) => matches(id) !== null,
      decide: (id: string) => (matches(id)?.review ?? null) !== null || this.orders.get(id)?.claim !== null,
      decide_group: (id: string) => (matches(id)?.review ?? null) !== null,
      accept: (id: string) => this.reports.isUnclear(id),
    }[what]
    return all
      .filter(({ id }) => isPurchase(id) && isOpen(id))
      .filter(({ text }) => all.filter((other) => other.text === text).length === 1)
      .sort((one, other) => (one.text < other.text ? -1 : 1))
  }

  /** The returns of which an admin is asked whose they are, with the purchases that they could be of. */
  asked(): { id: string; candidates: string[] }[] {
    return [...this.reports.orders()].flatMap(([id, standing]) =>
      standing?.limit && standing.waiting > 0 && !standing.isAnswered
        ? [{ id, candidates: standing.limit.candidates }]
        : [],
    )
  }

  /** Says which purchase a return is of; null where nobody can know. */
  answer(id: string, purchase: string | null): void {
    this.reports.answers.set(id, purchase)
  }

  /** The text of an order's state; null where another order looks like it. */
  textOf(id: string): string | null {
    const text = JSON.stringify(this.stateOf(id))
    const alike = [...this.orders.keys()].filter((other) => JSON.stringify(this.stateOf(other)) === text)
    return alike.length === 1 ? text : null
  }

  /** All that are under review together with an order: of one product, month and claimants. */
  groupOf(id: string): string[] {
    const keyOf = (other: string) => {
      const review = this.orders.get(other)?.match?.review
      const row = this.reports.orders().get(other)?.row
      const claimants = this.orders.get(other)?.match?.claimants.toSorted()
      return review && row && `${review} ${row.asin} ${this.monthOf(other)} ${claimants}`
    }
    return [...this.orders.keys()].filter((other) => keyOf(other) === keyOf(id))
  }

  monthOf(id: string): string {
    const { row } = this.reports.orders().get(id) as Standing
    return (days[this.reports.orderedOn(row)] as string).slice(0, 7)
  }

  private claimantsOf(id: string): number[] {
    const { match, claim } = this.orders.get(id) as Order
    const claimants = match?.review ? match.claimants : match?.creator != null ? [match.creator] : []
    return [...new Set([...claimants, ...(claim?.creator != null ? [claim.creator] : [])])]
  }

  /** What an order is worth now, in cents. */
  centsOf(id: string): number {
    return Math.max(0, this.reports.orders().get(id)?.cents ?? 0)
  }

  /** Applies an admin's decision to an order; returns whose it is then, where the decision says so. */
  decide(id: string, { what, creator }: Decision, now: Date): number | null {
    const order = this.orders.get(id) as Order
    const standing = this.reports.orders().get(id) as Standing
    const { match } = order
    if (what === 'accept') {
      this.reports.accept(id)
      return null
    }
    // The same assignment again changes nothing, unless a disagreement is listed by now.
    const product: Product = { creator: creator ?? 0, asin: 'mug' }
    const isSaid = match?.isDecided && order.claim === null && nameOf(match.product) === nameOf(product)
    if (what === 'assign' && isSaid) return product.creator
    if (what === 'assign') {
      order.match ??= this.automatic(standing, now)
      hold(order, product.creator, product)
    } else if (what === 'unassign' && match?.isDecided) {
      order.match = this.automatic(standing, now)
      order.claim = null
    } else if (what === 'unassign') hold(order, null, null)
    else {
      const of = (what === 'decide' ? this.claimantsOf(id) : (match?.claimants ?? [])).toSorted()
      const owner = creator === null ? null : (of[creator % of.length] as number)
      this.decideFor(id, owner)
    }
    return this.followDecision(order, standing, now)
  }

  private followDecision(order: Order, standing: Standing, now: Date): number | null {
    // What the admin could not see yet is listed at once.
    if (order.match?.isDecided) order.claim = newsOf(order.match, this.automatic(standing, now))
    // A decision takes effect at once on rows posted to the order's payee.
    const owner = order.match?.creator ?? null
    if (owner !== null && order.match?.review === null) order.underReview.delete(owner)
    if (owner !== null && order.match?.review && order.ledger.some((entry) => entry.creator === owner))
      order.underReview.add(owner)
    return owner
  }

  /**
   * Orders whose evidence disagrees, with what those have in common that are decided together: report, claim and
   * reason.
   */
  disagreeing(): { id: string; file: number; creator: number | null; cause: string; cents: number }[] {
    return [...this.orders].flatMap(([id, { claim }]) => {
      const standing = this.reports.orders().get(id)
      if (!claim || !standing) return []
      return [
        { id, file: standing.file, creator: claim.creator, cause: claim.cause, cents: this.centsOf(id) },
      ]
    })
  }

  /** Has an order whose evidence disagrees stay whose it is, or become what the evidence says. */
  settle(id: string, choice: 'keep' | 'change', now: Date): void {
    const order = this.orders.get(id) as Order
    const { match, claim } = order
    this.decideFor(id, (choice === 'keep' ? match?.creator : claim?.creator) ?? null)
    this.followDecision(order, this.reports.orders().get(id) as Standing, now)
  }

  /** An order is one of its claimants', or nobody's. */
  private decideFor(id: string, owner: number | null): void {
    const order = this.orders.get(id) as Order
    const { asin } = (this.reports.orders().get(id) as Standing).row
    const { match, claim } = order
    const known = [claim, match].find((one) => one !== null && one.creator === owner)
    hold(order, owner, owner === null ? null : known ? known.product : { creator: owner, asin })
  }

  /** All orders, except withdrawn ones without ledger rows. */
  states(): OrderState[] {
    return [...this.orders.keys()].map((id) => this.stateOf(id)).filter(isWorthComparing)
  }

  private stateOf(id: string): OrderState {
    const { match, ledger, claim } = this.orders.get(id) as Order
    const standing = this.reports.orders().get(id) ?? null
    const { row, cents, status } = standing ?? (this.reports.known.get(id) as Standing)
    return {
      asin: row.asin,
      day: days[this.reports.orderedOn(row)] as string,
      // A return itself is worth nothing.
      cents: standing ? Math.max(0, cents) : 0,
      status: standing ? status : 'withdrawn',
      sub: row.sub,
      tag: row.tag,
      waiting: standing?.waiting ?? 0,
      isUnclear: this.reports.isUnclear(id),
      match: match && {
        creator: match.creator,
        confidence: match.confidence,
        rule: match.rule,
        review: match.review,
        isDecided: match.isDecided,
        isProvisional: match.isProvisional,
      },
      disagrees: claim && (claim.creator ?? 'nobody'),
      ledger: Object.fromEntries(
        [...new Set(ledger.map(({ creator }) => creator))]
          .sort()
          .map((creator) => [creator, ledger.filter((entry) => entry.creator === creator).map(compared)]),
      ),
    }
  }

  /** What a creator's earnings are on a day: nothing under review is posted on any day. */
  figuresOf(creator: number, today: string): { posted: number; pending: number; commissions: number } {
    const figures = { posted: 0, pending: 0, commissions: 0 }
    for (const { underReview, ledger } of this.orders.values()) {
      const own = ledger.filter((entry) => entry.creator === creator)
      const isUnderReview = underReview.has(creator)
      for (const { gross, fee, availableOn } of own)
        figures[availableOn <= today && !isUnderReview ? 'posted' : 'pending'] += gross - fee
      if (sum(own.map(({ gross }) => gross)) > 0) figures.commissions += 1
    }
    return figures
  }
}

/** An order that is in no report is compared as long as somebody has ledger rows of it. */
export const isWorthComparing = ({ status, ledger }: OrderState): boolean =>
  status !== 'withdrawn' || Object.values(ledger).some((of) => sum(of.map(({ gross }) => gross)) !== 0)

/**
 * The evidence for an order that stays with its creator, where it names somebody else or nobody and no admin knew it.
 */
const newsOf = (match: Match, known: Verdict): Verdict | null =>
  known.creator !== match.creator && claimOf(known) !== match.judged ? known : null

/** An admin's choice holds, and evidence that they knew is not listed again. */
function hold(order: Order, owner: number | null, product: Product | null): void {
  const { match, claim } = order
  const known = claim ?? (match?.isDecided ? null : match)
  order.claim = null
  order.match = {
    creator: owner,
    product,
    confidence: owner === null ? 'unknown' : 'manual',
    rule: null,
    review: null,
    claimants: [],
    text: '',
    isDecided: true,
    isProvisional: false,
    judged: known ? claimOf(known) : (match?.judged ?? null),
  }
}

const claimOf = ({ creator, text }: Pick<Verdict, 'creator' | 'text'>) => `${creator} ${text}`
