import {
  type Click,
  days,
  marketOf,
  orderHour,
  ownersOf,
  type Product,
  type Row,
  rounds,
  trackedDays,
  trackedOf,
} from './world.ts'

/** The match of an order by its evidence alone. */
export type Verdict = {
  product: Product | null
  creator: number | null
  confidence: 'high' | 'medium' | 'unknown'
  rule: string
  /** By what it was found, or why it is nobody's. */
  cause: string
  review: 'several_creators' | 'own_purchase' | null
  /** Who claims it, where several do. */
  claimants: number[]
  /** The evidence as text, so that an admin who judged it is not asked about the same again. */
  text: string
}

/** The purchase, as the report that counts says. */
export type Bought = Pick<Row, 'day' | 'hasTime' | 'asin' | 'sub' | 'tag'> & {
  isFileTagged: boolean
  /** The first day on which its tracking id is nobody's any more. */
  trackedUntil: number
}

const hourMs = 3_600_000
const timeOf = ({ round }: Click) => Date.parse(rounds[round] as string)
const utcDayOf = ({ round }: Click) => (rounds[round] as string).slice(0, 10)
const isSame = (one: Product, other: Product) => one.creator === other.creator && one.asin === other.asin
const isReaders = ({ who }: Click) => who === 'reader'

/** Whose an order is: sub tag, then tracking id, then presses and views, by decisions 25 and 34. */
export function verdictOf(bought: Bought, clicks: Click[]): Verdict {
  const verdict = credit(bought, clicks)
  if (verdict.review === null && verdict.product && isOwnPurchase(verdict.product, bought, clicks))
    return { ...verdict, review: 'own_purchase', claimants: [verdict.product.creator] }
  return verdict
}

function credit(bought: Bought, clicks: Click[]): Verdict {
  const ofPeople = clicks.filter((click) => isEvidence(click, clicks))
  const lastOn = (product: Product | null) => {
    const own = within(ofPeople, bought, 89 * 24).filter((click) => product && isSame(click.product, product))
    return own.length > 0 ? clickText(last(own)) : null
  }
  const sure = (creator: number, product: Product | null, rule: string): Verdict => ({
    product,
    creator,
    confidence: 'high',
    rule,
    cause: rule,
    review: null,
    claimants: [],
    text: JSON.stringify([rule, product, lastOn(product)]),
  })
  // Whatever was bought, the product of the link is credited.
  if (typeof bought.sub === 'number') return sure(bought.sub, { creator: bought.sub, asin: 'mug' }, 'sub_tag')
  const isTracked = trackedDays.from <= bought.day && bought.day < bought.trackedUntil
  if (bought.tag === 'tracked' && isTracked) {
    const creator = trackedOf[marketOf(bought.asin)]
    const product = ownersOf[bought.asin].includes(creator) ? { creator, asin: bought.asin } : null
    return sure(creator, product, 'tracking_id')
  }
  if (bought.isFileTagged) return nobodys('foreign_sub_tag')
  if (ownersOf[bought.asin].length === 0) return nobodys('no_product')
  const ofItem = ofPeople.filter((click) => click.product.asin === bought.asin)
  const ofCart = within(ofItem, bought, 89 * 24)
  return ofCart.length > 0 ? weigh(ofCart, within(ofItem, bought, 24)) : nobodys('no_click')
}

/** Why it is nobody's, with what the evidence disagrees about. */
const nobodys = (cause: string): Verdict => ({
  product: null,
  creator: null,
  confidence: 'unknown',
  rule: 'none',
  cause,
  review: null,
  claimants: [],
  text: '',
})

const clickText = ({ round, kind }: Click) => [round, kind]

/** Views by people are evidence; a press is once, if it names a view of its product by people. */
function isEvidence(click: Click, all: Click[]): boolean {
  if (!isReaders(click)) return false
  if (click.kind === 'view') return true
  if (click.event === null) return false
  const others = all.filter(
    (other) => isReaders(other) && other.event === click.event && isSame(other.product, click.product),
  )
  const isSeen = others.some((view) => {
    const before = timeOf(click) - timeOf(view)
    return view.kind === 'view' && before < 24 * hourMs && before >= -5 * 60_000
  })
  return isSeen && !others.some((press) => press.kind === 'outbound' && timeOf(press) < timeOf(click))
}

/** When an order's date is over, in the reports' time zone. */
export const endOf = ({ day }: Pick<Row, 'day'>) => Date.parse(`${days[day]}T07:00:00Z`) + 24 * hourMs

/** Clicks of the hours before an order, or before its day begins, until it is made or its day is over. */
function within(clicks: Click[], { day, hasTime }: Bought, hours: number): Click[] {
  const date = days[day] as string
  const midnight = Date.parse(`${date}T07:00:00Z`)
  const from = hasTime ? Date.parse(`${date}${orderHour}`) : midnight
  const until = hasTime ? from : midnight + 24 * hourMs
  return clicks.filter((click) => from - hours * hourMs < timeOf(click) && timeOf(click) < until)
}

const kinds = ['cart_89d', 'view_24h', 'outbound_24h'] as const

/**
 * Sides are weighed by networks. Of those that do not yield, the strongest kind of click decides, and all sides that
 * have such clicks or five networks claim the order.
 */
function weigh(evidence: Click[], ofDay: Click[]): Verdict {
  const sides = [...new Set(evidence.map(({ product }) => product.creator))].map((creator) => {
    const isOwn = ({ product }: Click) => product.creator === creator
    const [all, recent] = [evidence.filter(isOwn), ofDay.filter(isOwn)]
    const ever = networksOf(all)
    const networks = ever >= 5 ? 5 : networksOf(recent.length > 0 ? recent : all)
    return {
      creator,
      networks,
      kind: recent.length === 0 ? 0 : hasPress(recent) ? 2 : 1,
      recent: networksOf(recent),
    }
  })
  const isProven = ({ networks }: { networks: number }) => networks === 5
  const remaining = sides.filter((side) => !sides.some(isProven) || side.networks > 1)
  const strongest = Math.max(...remaining.map(({ kind }) => kind))
  const takesPart = (side: (typeof sides)[number]) => side.kind >= strongest || isProven(side)
  const claimants = remaining.filter(takesPart).map(({ creator }) => creator)
  const isContested = claimants.length > 1
  const best = remaining.filter(({ kind }) => kind === strongest).map(({ creator }) => creator)
  const clicks = (strongest === 0 ? evidence : ofDay).filter(({ product }) => best.includes(product.creator))
  const isDecidedByPress = strongest === 2 || (strongest === 0 && isContested && hasPress(clicks))
  const decisive = last(isDecidedByPress ? clicks.filter(({ kind }) => kind === 'outbound') : clicks)
  const { product } = decisive
  const contenders = sides.filter(takesPart)
  const isAlone = contenders.length === 1
  const kind = kinds[strongest] as (typeof kinds)[number]
  const rule = isAlone ? kind : `${kind}_${isContested ? 'several' : 'networks'}`
  const isOfCart = ({ networks, recent }: (typeof sides)[number]) =>
    strongest > 0 && (recent === 0 || (networks === 5 && recent < 5))
  const seen = contenders
    .map((side) => `${side.creator} ${side.networks}${isOfCart(side) ? ' in the cart' : ''}`)
    .sort()
  return {
    product,
    creator: product.creator,
    confidence: isAlone && strongest === 2 ? 'high' : 'medium',
    rule,
    cause: rule,
    review: isContested ? 'several_creators' : null,
    claimants,
    text: JSON.stringify([rule, product, isAlone ? [] : seen, clickText(decisive)]),
  }
}

const hasPress = (clicks: Click[]) => clicks.some(({ kind }) => kind === 'outbound')

/** The most networks of one day, since those of different days cannot be compared. */
function networksOf(clicks: Click[]): number {
  const ofDays = Map.groupBy(clicks, utcDayOf)
  return Math.max(0, ...[...ofDays.values()].map((of) => new Set(of.map(({ network }) => network)).size))
}

/** At one instant the product that is listed last: the app's ids are in the order of creators. */
const last = (clicks: Click[]): Click =>
  clicks.reduce((best, click) =>
    timeOf(click) > timeOf(best) ||
    (timeOf(click) === timeOf(best) && click.product.creator > best.product.creator)
      ? click
      : best,
  )

/**
 * Whether the product's visits in the cart's window are all its owner's: signed in, or known by a view of one of their
 * pages that day, before the order's date was over.
 */
function isOwnPurchase(product: Product, bought: Bought, clicks: Click[]): boolean {
  const visits = within(clicks, bought, 89 * 24).filter(
    (click) => isSame(click.product, product) && (click.who === 'owner' || isEvidence(click, clicks)),
  )
  const isOver = endOf(bought)
  const isOwners = (visit: Click) =>
    visit.who === 'owner' ||
    clicks.some(
      (look) =>
        look.who === 'owner' &&
        timeOf(look) < isOver &&
        look.product.creator === product.creator &&
        utcDayOf(look) === utcDayOf(visit) &&
        look.network === visit.network &&
        look.agent === visit.agent,
    )
  return visits.length > 0 && visits.every(isOwners)
}
