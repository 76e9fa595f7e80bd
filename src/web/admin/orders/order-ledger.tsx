import { StatusBadge } from '../../earnings/entry-parts.tsx'
import { usdText } from '../../earnings/money-text.ts'
import { dayText, momentText } from '../../earnings/when-text.ts'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../admin-queries.ts'

type OrderLedgerProps = { order: OrderDetail }
type Entry = OrderDetail['entries'][number]

const types: Record<Entry['transaction_type'], string> = {
  commission: 'Commission',
  return: 'Return',
  adjustment: 'Adjustment',
}

/** The ledger's rows of an order, the first one first. */
export function OrderLedger({ order: { entries } }: OrderLedgerProps) {
  return (
    <SettingsSection title="Ledger">
      {entries.length === 0 ? (
        <p className="text-small text-ink-2">Nothing has been posted for this order yet.</p>
      ) : (
        <ul className="surface divide-y overflow-hidden">
          {entries.map((entry) => (
            <li key={entry.id}>
              <EntryRow entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

type EntryRowProps = { entry: Entry }

function EntryRow({ entry }: EntryRowProps) {
  const { creator, status, available_on } = entry
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
      <p className="text-small font-semibold">
        {types[entry.transaction_type]}
        <span className="font-normal text-ink-2">
          {' '}
          for {creator.username ? `@${creator.username}` : 'someone who has left'}
        </span>
      </p>
      <p className="num text-end text-small font-semibold">{usdText(entry.user_amount)}</p>
      <p className="num text-caption text-ink-2">
        {usdText(entry.gross_commission)} less a fee of {usdText(entry.platform_fee_amount)}
        <span className="block text-ink-3">
          {momentText(entry.created_at)}
          {status === 'pending' && ` · posted from ${dayText(available_on)}`}
        </span>
      </p>
      <p className="text-end">
        <StatusBadge status={status} />
      </p>
    </div>
  )
}
