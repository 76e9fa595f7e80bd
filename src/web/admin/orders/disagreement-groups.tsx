import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-or-failed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { DisagreementGroup } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { nameOf } from '../parts/texts.ts'
import type { DisagreementChoice } from './decide-disagreements.tsx'
import { disagreementText } from './order-texts.ts'

const DecideDisagreements = lazyPart(() => import('./decide-disagreements.tsx'))

const keyOf = ({ import_id, creator, claim }: DisagreementGroup) =>
  JSON.stringify([import_id, creator?.payee_id ?? null, claim])

type Asked = { group: DisagreementGroup; choice: DisagreementChoice }

/** Orders whose evidence disagrees, in groups by report, each decided at once (decision 34). */
export function DisagreementGroups() {
  const query = useQuery(queryOf(useApi(), 'GET /api/v1/admin/disagreements'))
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!query.data) {
    if (!query.error) return <RowsSkeleton label="Loading groups" />
    return (
      <AdminFailed
        error={query.error}
        message="Failed to load groups"
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  const { items } = query.data
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title="Nothing disagrees">
          Posted orders are listed here when later evidence disagrees.
        </EmptyState>
      ) : (
        <ul aria-label="groups" className="stack gap-4">
          {items.map((group) => (
            <li key={keyOf(group)}>
              <Group group={group} onAsk={(choice) => setAsked({ group, choice })} />
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <DecideDisagreements
          // Undefined once nothing of the group is left to decide.
          now={items.find((group) => keyOf(group) === keyOf(asked.group))}
          {...asked}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

type GroupProps = { group: DisagreementGroup; onAsk: (choice: DisagreementChoice) => void }

function Group({ group, onAsk }: GroupProps) {
  const { creator, claim, orders, commission, creators, first_day, last_day, import_id, file_name } = group
  return (
    <section className="surface stack gap-4 p-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5">
        <h2 className="text-small font-semibold">
          {counted(orders, 'order')} would be {creator ? `${nameOf(creator)}’s` : 'nobody’s'}
        </h2>
        <p className="num text-end text-small font-semibold">{moneyText(commission, group.currency)}</p>
        <p className="num col-span-2 text-caption text-ink-3">
          {first_day === last_day ? dayText(first_day) : `${dayText(first_day)} – ${dayText(last_day)}`} ·
          with {counted(creators, 'creator')} now · reported in{' '}
          <Link to="/admin/imports/$id" params={{ id: import_id }} className="link inline-block break-all">
            {file_name ?? 'pasted text'}
          </Link>
        </p>
      </div>
      <p className="text-small text-ink-2">{claim}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onAsk('keep')}>
          {disagreementText(group, 'keep')}
        </Button>
        <Button size="sm" onClick={() => onAsk('change')}>
          {disagreementText(group, 'change')}
        </Button>
      </div>
    </section>
  )
}
