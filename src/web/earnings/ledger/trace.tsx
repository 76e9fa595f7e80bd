import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { LedgerWhy } from '../../../earnings/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { cartDays } from '../../../shared/attribution.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { utcDay } from '../../../shared/time.ts'
import { counted } from '../../format/count-text.ts'
import { momentText } from '../../format/when-text.ts'
import { ThroughList } from '../entry-parts.tsx'
import { waitingText } from '../own-amounts.ts'

/** The explanation of a row of an order. */
export type OrderWhy = Omit<LedgerWhy, 'rule' | 'order' | 'fee_bps'> & {
  rule: NonNullable<LedgerWhy['rule']>
  order: NonNullable<LedgerWhy['order']>
  fee_bps: number
}

type TraceProps = { why: OrderWhy }

/** The steps from the click to the posted amount (docs/product/earnings.md#why-this-amount). */
export function Trace({ why }: TraceProps) {
  const { click, order, rule, note, reported } = why
  const change = changeText(why)
  return (
    <ol className="text-caption">
      {click && (
        <Step title="Click on your link" when={momentText(click.clicked_at)}>
          <Clicked why={why} />
        </Step>
      )}
      <Step
        title="Order"
        when={order.ordered_at ? momentText(order.ordered_at) : dayText(order.order_date)}
        note={
          <>
            {isSomethingElse(why) && 'They bought something else after your link. '}
            {ruleTexts[rule]}
            {note && (
              <>
                {' '}
                “<bdi>{note}</bdi>”
              </>
            )}
          </>
        }
      >
        of <bdi>{order.product_title || order.asin}</bdi>, {orderText(why)}
        <ThroughList title={why.entry.through_list} />
      </Step>
      {reported && (
        <Step title="Amazon’s report" when={momentText(reported.report_as_of)}>
          {reported.order_status}, {moneyText(reported.commission, order.currency)}
        </Step>
      )}
      {change && <Step title={change.title} note={change.text} />}
      {order.waiting && (
        <Step title="Waits for a rate" note="Until then, what is posted of this order stays as it is.">
          {waitingText(order.waiting)}
        </Step>
      )}
      <Posting entry={why.entry} />
    </ol>
  )
}

/** The product whose link was clicked, with a link to it; a deleted one has no page. */
function Clicked({ why: { click, entry } }: TraceProps) {
  const { product } = entry
  if (!product || !click?.short_link_id) return null
  if (product.short_link_id !== click.short_link_id)
    return (
      <>
        to <bdi>{product.title}</bdi>
      </>
    )
  return (
    <>
      to{' '}
      <Link to="/l/$ref" params={{ ref: click.short_link_id }} state={{ from: '/earnings' }} className="link">
        <bdi>{product.title}</bdi>
      </Link>
    </>
  )
}

/** Why an order is under review, in plain words. */
const reviewTexts: Record<NonNullable<LedgerWhy['entry']['under_review']>, string> = {
  several_creators:
    'Several creators’ links led to this product, so we decide by hand whose order it is. It becomes payable only after that.',
  own_purchase:
    'The only visits to your link that we know of were your own, so we look at this order first. It becomes payable only after that.',
}

function Posting({ entry }: Pick<LedgerWhy, 'entry'>) {
  const { status, under_review, is_provisional, available_on, posted_on, held, user_amount } = entry
  if (under_review) return <Step title="Under review" note={reviewTexts[under_review]} end="open" />
  if (status === 'posted')
    return (
      <Step
        title="Posted"
        when={posted_on ? dayText(posted_on) : ''}
        note={
          held && (
            <>
              Not paid out for now: “<bdi>{held}</bdi>” It counts as posted, and is paid once this hold ends.
            </>
          )
        }
        end="done"
      >
        {user_amount > 0 && 'after Amazon paid'}
      </Step>
    )
  if (is_provisional)
    return (
      <Step
        title="Provisional"
        note="Visits of the order’s day may still make it another creator’s. It is settled after that day."
        end="open"
      />
    )
  return (
    <Step title="Pending" note="That is when Amazon has paid for the month of the order." end="open">
      {posted_on ? `until ${dayText(posted_on)}` : untilPaid(available_on)}
    </Step>
  )
}

/** How long something is pending that becomes posted when Amazon pays, usually about the day that the calendar says. */
const untilPaid = (usual: string, now = new Date()): string =>
  `until Amazon’s payment has come, ${usual < utcDay(now) ? 'which takes longer than usual' : `usually about ${dayText(usual)}`}`

type StepProps = {
  title: string
  when?: string
  note?: ReactNode
  /** The last step, and whether it is done. */
  end?: 'done' | 'open'
  children?: ReactNode
}

function Step({ title, when, note, end, children }: StepProps) {
  return (
    <li
      className={clsx(
        'relative ps-5 before:absolute before:start-0.5 before:top-1 before:size-2 before:rounded-full',
        end === 'done' ? 'before:bg-money' : 'before:bg-ink-3',
        !end &&
          'pb-3 after:absolute after:start-[5.5px] after:top-3.5 after:-bottom-0.5 after:w-px after:bg-field',
      )}
    >
      <b className="font-semibold">{title}</b> {children}
      {when && <span className="num block text-ink-3">{when}</span>}
      {note && <span className="block text-pretty text-ink-2">{note}</span>}
    </li>
  )
}

/** Why the order is credited to this creator, in plain words (docs/product/matching.md#evidence). */
const ruleTexts: Record<OrderWhy['rule'], string> = {
  sub_tag: 'The order came with your link’s own mark.',
  tracking_id: 'The order came with the tracking ID that is yours.',
  outbound_24h: 'In the 24 hours before the order, only your links led to this product at Amazon.',
  outbound_24h_several:
    'In the 24 hours before the order, several creators’ links led to this product at Amazon. Yours was pressed last.',
  outbound_24h_networks:
    'In the 24 hours before the order, several creators’ links led to this product at Amazon. Far more places reached it through yours.',
  view_24h: 'In the 24 hours before the order, only your links to this product were opened.',
  view_24h_several:
    'In the 24 hours before the order, several creators’ links to this product were opened. Yours was opened last.',
  view_24h_networks:
    'In the 24 hours before the order, several creators’ links to this product were opened. Far more places opened yours.',
  cart_89d: `In the ${cartDays} days that Amazon may keep a cart, only your links to this product were opened before the order.`,
  cart_89d_several: `In the ${cartDays} days that Amazon may keep a cart, several creators’ links to this product were opened before the order. Yours came last.`,
  cart_89d_networks: `In the ${cartDays} days that Amazon may keep a cart, several creators’ links to this product were opened before the order. Far more places opened yours.`,
  manual: 'Assigned to you by hand.',
  none: 'This order is no longer credited to you.',
}

/** The quantity, and whether it is the product of the link: '1 item, same product'. */
function orderText({ entry, order }: Pick<OrderWhy, 'entry' | 'order'>): string {
  const items = counted(order.quantity, 'item', 'items')
  if (!entry.product) return items
  return `${items}, ${order.is_same_product ? 'same product' : 'another product'}`
}

/** Whether another product was bought than the link's. False where no product is credited, since no link is known. */
const isSomethingElse = ({ entry, order }: Pick<OrderWhy, 'entry' | 'order'>): boolean =>
  entry.product !== null && !order.is_same_product

type Change = { title: string; text: string }

/** A change of the order after its commission was posted; null without one. */
function changeText({ entry, order, rule, is_credited }: OrderWhy): Change | null {
  // With the rule 'none', the order's step already says it.
  if (!is_credited && rule !== 'none') return { title: 'No longer yours', text: ruleTexts.none }
  const change = changes[order.order_status]
  if (change) return change
  if (entry.transaction_type !== 'adjustment') return null
  return { title: 'Adjusted', text: 'What is owed for this order has changed. This row is the difference.' }
}

const changes: Partial<Record<OrderWhy['order']['order_status'], Change>> = {
  returned: { title: 'Returned', text: 'The buyer sent it back, so Amazon pays no commission for it.' },
  cancelled: { title: 'Cancelled', text: 'The order was cancelled, so Amazon pays no commission for it.' },
  withdrawn: {
    title: 'Withdrawn',
    text: 'Amazon’s report no longer has this order, so nothing is owed for it.',
  },
}
