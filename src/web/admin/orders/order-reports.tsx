import { Link } from '@tanstack/react-router'
import { usdText } from '../../earnings/money-text.ts'
import { momentText } from '../../earnings/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import type { OrderDetail } from '../admin-queries.ts'
import { importName } from '../imports/import-texts.ts'
import { numberText } from '../parts/texts.ts'
import { toldStatus } from './order-texts.ts'

type OrderReportsProps = { order: OrderDetail }
type Observation = OrderDetail['observations'][number]

/** What each report said of an order, and which one counts. */
export function OrderReports({ order: { observations } }: OrderReportsProps) {
  return (
    <SettingsSection title="What reports said">
      {observations.length === 0 ? (
        <p className="text-small text-ink-2">No report tells of it.</p>
      ) : (
        <ul className="surface divide-y overflow-hidden">
          {observations.map((observation) => (
            <li key={observation.import_id}>
              <Told observation={observation} />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  )
}

type ToldProps = { observation: Observation }

function Told({ observation }: ToldProps) {
  const { import_id, line, report_as_of, order_status, quantity, commission, counts, is_undone } = observation
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 p-4">
      <Link to="/admin/imports/$id" params={{ id: import_id }} className="link line-clamp-2 w-fit text-small">
        {importName(observation)}
      </Link>
      <span className="text-end">
        {counts && <Badge tone="good">Counts</Badge>}
        {is_undone && <Badge>Undone</Badge>}
      </span>
      <p className="num text-caption text-ink-2">
        {toldStatus(order_status)} · {numberText(quantity)} × · {usdText(commission)}
      </p>
      <p className="num col-span-2 text-caption text-ink-3">
        Line {numberText(line)}, as of {momentText(report_as_of)}
      </p>
    </div>
  )
}
