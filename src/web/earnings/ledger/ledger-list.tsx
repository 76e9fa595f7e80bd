import clsx from 'clsx'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { moneyColor, usdText } from '../../format/money-text.ts'
import { momentDay } from '../../format/when-text.ts'
import { Icon } from '../../ui/button/icon.tsx'
import { ConfidenceBadge, EntryPicture, NoOrderMark, StatusBadge, ThroughList } from '../entry-parts.tsx'
import { MonthLists } from './history-months.tsx'
import {
  type LedgerRows,
  monthOfEntry,
  type OpenableRow,
  rowButtonClass,
  useWhyButton,
  whyId,
} from './open-rows.tsx'
import { Why } from './why.tsx'

/** The ledger's rows as a list, below 1024 px: each on two lines, with the rest inside. */
export function LedgerList({ entries, sums, isOpen, toggle }: LedgerRows) {
  return (
    <MonthLists rows={entries} monthOf={monthOfEntry} sums={sums}>
      {(entry) => (
        <li key={entry.id}>
          <LedgerItem entry={entry} isOpen={isOpen(entry.id)} onToggle={() => toggle(entry.id)} />
        </li>
      )}
    </MonthLists>
  )
}

function LedgerItem(row: OpenableRow) {
  const { entry, isOpen } = row
  const { amazon_orders: order, user_amount, created_at, through_list } = entry
  return (
    <>
      <div className="relative grid grid-cols-[48px_minmax(0,1fr)_16px] items-center gap-x-3 px-4 py-3 enabled-hover:bg-sunken">
        {order ? (
          <EntryPicture product={entry.product} className="row-span-2 self-start" />
        ) : (
          <NoOrderMark className="row-span-2 self-start" />
        )}
        <h4 className="min-w-0 text-small font-semibold">
          <button {...useWhyButton(row)} className={rowButtonClass}>
            <span className="sr-only">Why this amount for </span>
            <span dir="auto" className={clsx('block', isOpen ? 'break-words' : 'truncate')}>
              {entryTitle(entry)}
            </span>
          </button>
        </h4>
        <Icon
          name="chevronDown"
          size={16}
          className={clsx('text-ink-3 transition-transform', isOpen && 'rotate-180')}
        />
        <div className="col-span-2 flex min-w-0 items-center gap-x-2">
          <p className="num min-w-0 truncate text-caption text-ink-3">
            {typeText(entry)} · <time dateTime={created_at}>{momentDay(created_at)}</time>
            <ThroughList title={through_list} />
          </p>
          <StatusBadge entry={entry} />
          <p className={`num ms-auto text-body font-semibold ${moneyColor(user_amount)}`}>
            {usdText(user_amount)}
          </p>
        </div>
      </div>
      {isOpen && (
        <div id={whyId(entry)} className="stack gap-3 px-4 pt-1.5 pb-4">
          {order && (
            <p className="num flex flex-wrap items-center gap-x-2 text-caption text-ink-3">
              {order.asin}
              <ConfidenceBadge confidence={order.confidence} word="match" />
            </p>
          )}
          <Why entry={entry} />
        </div>
      )}
    </>
  )
}
