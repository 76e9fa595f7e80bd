import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { momentText } from '../../format/when-text.ts'
import type { BookEntry, BookLine } from '../answers.ts'
import { changeTexts, kindNames, paidForText } from './book-texts.ts'

/** What a line or an entry changes: 'Owed to creators −$80.00 · …', each amount on one line. */
export function Change({ of }: { of: BookLine['change'] }) {
  return (
    <span className="num flex flex-wrap gap-x-3 text-caption text-ink-2">
      {changeTexts(of).map((text) => (
        <span key={text} className="whitespace-nowrap">
          {text}
        </span>
      ))}
    </span>
  )
}

/** An entry with a link to the order, receipt or payout that it is booked for. */
export function BookEntryRow({ entry }: { entry: BookEntry }) {
  const { kind, at, username, change, is_own } = entry
  const facts = [
    paidForText(entry),
    username && `@${username}`,
    at && momentText(at),
    is_own && 'approved by themselves',
  ].filter(Boolean)
  return (
    <div className="px-4 py-3">
      <p className="text-small font-semibold break-words">
        {kindNames[kind]} <Source entry={entry} />
      </p>
      {facts.length > 0 && <p className="num text-caption text-ink-2">{facts.join(' · ')}</p>}
      <Change of={change} />
    </div>
  )
}

function Source({
  entry: { order_item_id, payout_run_id, kind, reference },
}: {
  entry: BookEntry
}): ReactNode {
  if (order_item_id)
    return (
      <Link to="/admin/orders/$id" params={{ id: order_item_id }} className="link font-normal break-all">
        {order_item_id}
      </Link>
    )
  if (payout_run_id)
    return (
      <Link to="/admin/payouts/$id" params={{ id: payout_run_id }} className="link font-normal">
        {reference}
      </Link>
    )
  if (['receipt', 'bounty', 'deduction', 'receipt_reversed'].includes(kind))
    return (
      <Link to="/admin/receipts" className="link font-normal break-all">
        {reference}
      </Link>
    )
  return null
}
