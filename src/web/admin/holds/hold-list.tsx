import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { monthText } from '../../../shared/dates/date-text.ts'
import { pagesOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { momentDay } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { Hold, WhichHolds } from '../answers.ts'
import { ShortList } from '../creators/short-list.tsx'
import { CreatorLink } from '../parts/creator-link.tsx'
import { nameOf } from '../parts/texts.ts'

const BearOrder = lazyPart(() => import('./bear-order.tsx'))
const EndHold = lazyPart(() => import('./end-hold.tsx'))

type HoldListProps = { which: WhichHolds; none: ReactNode }

/**
 * Holds, the newest first, each with the button that ends it; of an order that Amazon has not paid for, with the one
 * that has the platform bear it.
 */
export function HoldList({ which, none }: HoldListProps) {
  const query = useInfiniteQuery(pagesOf(useApi(), 'GET /api/v1/admin/holds', { query: which }))
  const [asked, setAsked] = useState<Hold | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <ShortList what="holds" query={query} keyOf={({ id }) => id} none={none}>
        {(hold) => <HoldRow hold={hold} onEnd={() => setAsked(hold)} />}
      </ShortList>
      {asked && !asked.unpaid && <EndHold id={asked.id} of={heldText(asked)} onClose={close} />}
      {asked?.unpaid && <BearOrder id={asked.id} of={heldText(asked)} onClose={close} />}
    </>
  )
}

type HoldRowProps = { hold: Hold; onEnd: () => void }

function HoldRow({ hold, onEnd }: HoldRowProps) {
  const { reason, set_by, set_at, ended, unpaid } = hold
  // Without an admin's name it was held, and ended, because of what Amazon had paid.
  const by = (username: string | null) => (unpaid && !username ? '' : ` by ${nameOf({ username })}`)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3">
      <div className="min-w-0">
        <p className="text-small font-semibold break-words">
          <WhatIsHeld hold={hold} />
        </p>
        <p dir="auto" className="text-caption break-words text-ink-2">
          {reason}
        </p>
        <p className="num text-caption text-ink-3">
          Since {momentDay(set_at)}
          {by(set_by)}
          {unpaid && ` · ${monthText(unpaid.month)}, ${marketplaceName(unpaid.marketplace)}`}
        </p>
        {ended && (
          <p dir="auto" className="text-caption break-words text-ink-3">
            Ended on {momentDay(ended.at)}
            {by(ended.by)}
            {ended.borne !== null &&
              `, ${moneyText(ended.borne.amount, ended.borne.currency)} borne by the platform`}
            : {ended.reason}
          </p>
        )}
      </div>
      {ended ? (
        <Badge tone="line">Ended</Badge>
      ) : (
        <Button size="sm" onClick={onEnd}>
          {unpaid ? 'Bear it' : 'End hold'}
          <span className="sr-only"> of {heldText(hold)}</span>
        </Button>
      )}
    </div>
  )
}

/** All of a creator, an order with whose it is, or a month. */
function WhatIsHeld({
  hold: { creator, order_item_id, order, month },
}: Pick<HoldRowProps, 'hold'>): ReactNode {
  if (creator)
    return (
      <>
        All of <CreatorLink {...creator} />
      </>
    )
  if (month) return `${monthText(month.month)}, ${marketplaceName(month.marketplace)}`
  if (!order_item_id || !order) return null
  return (
    <>
      <Link to="/admin/orders/$id" params={{ id: order_item_id }} className="link">
        <bdi>{order.product_title || order_item_id}</bdi>
      </Link>
      {order.creators.length > 0 && (
        <span className="font-normal text-ink-2">
          {' '}
          of{' '}
          {order.creators.map(({ payee_id, username, former }, n) => (
            <Fragment key={payee_id}>
              {n > 0 && ', '}
              <CreatorLink username={username} former={former} />
            </Fragment>
          ))}
        </span>
      )}
    </>
  )
}

/** What a hold is of, in a sentence: 'all of @maya', 'order 112-1', 'September 2026, amazon.de'. */
export function heldText({
  creator,
  order_item_id,
  month,
}: Pick<Hold, 'creator' | 'order_item_id' | 'month'>) {
  if (creator) return `all of ${nameOf(creator)}`
  return month ? `${monthText(month.month)}, ${marketplaceName(month.marketplace)}` : `order ${order_item_id}`
}
