import clsx from 'clsx'
import { entryCaption, entryTitle } from '../../format/entry-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { ConfidenceBadge, EntryPicture, NoOrderMark, StatusBadge } from '../entry-parts.tsx'
import { MonthLists } from './history-months.tsx'
import { type LedgerRows, monthOfEntry, type OpenableRow, WhyButton, whyId } from './open-rows.tsx'
import { Why } from './why.tsx'

/** The ledger's rows as a list, below 1024 px. */
export function LedgerList({ entries, sums, isOpen, toggle }: LedgerRows) {
  return (
    <MonthLists rows={entries} monthOf={monthOfEntry} sums={sums}>
      {(entry) => (
        <li key={entry.id} className="p-4">
          <LedgerItem entry={entry} isOpen={isOpen(entry.id)} onToggle={() => toggle(entry.id)} />
        </li>
      )}
    </MonthLists>
  )
}

function LedgerItem(row: OpenableRow) {
  const { entry, isOpen } = row
  const { amazon_orders: order, user_amount, created_at } = entry
  return (
    <>
      <div className="grid grid-cols-[48px_minmax(0,1fr)_auto] gap-x-3">
        {order ? (
          <EntryPicture product={entry.product} className="row-span-2" />
        ) : (
          <NoOrderMark className="row-span-2" />
        )}
        <div className="min-w-0">
          <h4 dir="auto" className={clsx('text-small font-semibold break-words', !isOpen && 'line-clamp-1')}>
            {entryTitle(entry)}
          </h4>
          <p className="num text-caption text-ink-3">{entryCaption(entry)}</p>
          {order && (
            <p className="num text-caption text-ink-3">
              {usdText(entry.gross_commission)} gross,{' '}
              <span className="whitespace-nowrap">{usdText(-entry.platform_fee_amount)} fee</span>
            </p>
          )}
        </div>
        <div className="num text-end">
          <p className={`text-body font-semibold ${moneyColor(user_amount)}`}>{usdText(user_amount)}</p>
          <time dateTime={created_at} className="block text-caption text-ink-3">
            {momentDay(created_at)}
          </time>
        </div>
        <div className="col-start-2 col-end-4 mt-2.5 -mb-1 flex flex-wrap items-center gap-x-1">
          <span className="flex min-h-7 items-center gap-1">
            <StatusBadge entry={entry} />
            {order && <ConfidenceBadge confidence={order.confidence} word="match" />}
          </span>
          <span className="ms-auto">
            <WhyButton {...row} />
          </span>
        </div>
      </div>
      {isOpen && (
        <div id={whyId(entry)} className="mt-4">
          <Why entry={entry} />
        </div>
      )}
    </>
  )
}
