import { useQuery } from '@tanstack/react-query'
import type { StatusMeaning } from '../../../../orders/imports/statuses/contract.ts'
import { queryOf } from '../../../api/query.ts'
import { useApi } from '../../../api/use-api.ts'
import { momentDay } from '../../../format/when-text.ts'
import { Icon } from '../../../ui/button/icon.tsx'
import { Select } from '../../../ui/form/choice.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useAdminAct } from '../../parts/use-admin-act.ts'
import { meaningOptions } from './status-texts.ts'

/** What admins said that statuses of reports mean, each to be changed for later reports; renders nothing for none. */
export function KnownStatuses() {
  const { data } = useQuery(queryOf(useApi(), 'GET /api/v1/admin/report-statuses'))
  const { run: change, isBusy } = useAdminAct({
    send: (api, { status, means }: { status: string; means: StatusMeaning }) =>
      api('PUT /api/v1/admin/report-statuses/:status', { params: { status }, body: { means } }),
    done: 'Status changed',
    failed: 'Could not change the status',
  })
  if (!data || data.items.length === 0) return null
  return (
    <details className="group pt-4">
      <summary className="flex min-h-11 w-fit list-none items-center gap-1 text-small font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="chevronRight" size={16} className="transition-[rotate] group-open:rotate-90" />
        Statuses of reports
      </summary>
      <p className="text-small text-ink-2">
        A change applies to reports that are read from now on. Reports already read stay as they are.
      </p>
      <ul className="grid gap-4 pt-3 sm:grid-cols-2">
        {data.items.map(({ status, means, by, at }) => (
          <li key={status}>
            <Field label={`“${status}”`} hint={`Said${by ? ` by @${by}` : ''} on ${momentDay(at)}`}>
              <Select
                value={means}
                disabled={isBusy}
                onChange={({ target }) => void change({ status, means: target.value as StatusMeaning })}
              >
                {meaningOptions.map(([value, name]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          </li>
        ))}
      </ul>
    </details>
  )
}
