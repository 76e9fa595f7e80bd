import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { ageText } from '../../format/age-text.ts'
import { useViewerTime } from '../../format/viewer-time.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Switch } from '../../ui/form/toggles.tsx'
import { eachMinute } from '../admin-queries.ts'
import type { Health } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'

/** What is broken, to be looked at and fine of the installation (docs/product/admin.md#health). */
export function HealthPage() {
  const query = useQuery({ ...queryOf(useApi(), 'GET /api/v1/admin/health'), ...eachMinute })
  return (
    <AdminScreen subtitle="What this installation needs, and what to do where something is missing or broken">
      {query.data && <Found health={query.data} />}
      {query.isPending && <RowsSkeleton label="Loading health" />}
      {query.isLoadingError && (
        <AdminFailed
          error={query.error}
          message="Failed to load health"
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
    </AdminScreen>
  )
}

function Found({ health: { lines, looked_at } }: { health: Health }) {
  const viewer = useViewerTime()
  const of = (state: Health['lines'][number]['state']) => lines.filter((line) => line.state === state)
  return (
    <div className="stack gap-6">
      <LineList title="Broken" lines={of('fail')} />
      <LineList title="To be looked at" lines={of('warn')} />
      <LineList title="In order" lines={of('ok')} />
      <CheckpointMails />
      <p className="text-caption text-ink-3">
        Looked at <time dateTime={looked_at}>{ageText(looked_at, viewer)}</time>. The same by npm run doctor.
      </p>
    </div>
  )
}

function LineList({ title, lines }: { title: string; lines: Health['lines'] }) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <section aria-labelledby={id} className="stack gap-3">
      <h2 id={id} className="t-heading">
        {title}
      </h2>
      <ul className="surface divide-y px-4 py-1 text-small">
        {lines.map((line) => (
          <HealthLine key={line.name} line={line} />
        ))}
      </ul>
    </section>
  )
}

function HealthLine({ line: { name, says, todo } }: { line: Health['lines'][number] }) {
  return (
    <li className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <span className="font-medium">{nameTexts[name] ?? name}</span>
      <span className="min-w-0 wrap-anywhere">
        {says}
        {todo && <span className="mt-1 block text-ink-2">{todo}</span>}
      </span>
    </li>
  )
}

/** What the lines of the doctor are about, as admins read it. A new line shows its own name. */
export const nameTexts: Record<string, string> = {
  account: 'Database account',
  address: 'Public address',
  amazon: 'Amazon’s API',
  backups: 'Backups',
  checkpoints: 'Checkpoints',
  clock: 'Clock',
  database: 'Database',
  disk: 'Disk',
  jobs: 'Jobs',
  load: 'Load',
  mail: 'Mail',
  migrations: 'Migrations',
  partitions: 'Clicks by month',
  pictures: 'Pictures',
  proxy: 'Proxy',
  restored: 'Restored backup',
  settings: 'Settings',
  tags: 'Associate tags',
  verify: 'Sums',
  witnesses: 'Witnesses',
}

/** Whether this admin is mailed checkpoints of the ledger (docs/product/admin.md#health). Shown once that is known. */
function CheckpointMails() {
  const api = useApi()
  const client = useQueryClient()
  const mails = queryOf(api, 'GET /api/v1/admin/checkpoint-mails')
  const { data } = useQuery(mails)
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: (wanted: boolean) => api('PUT /api/v1/admin/checkpoint-mails', { body: { wanted } }),
    onSuccess: (answer) => client.setQueryData(mails.queryKey, answer),
    onError: () => void toast.error('Failed to change your mails'),
  })
  if (!data) return null
  return (
    <section aria-label="Checkpoints of the ledger" className="surface flex items-center gap-4 px-4 py-3">
      <p className="min-w-0 flex-1 text-small">
        <span className="font-medium">Mail me checkpoints</span>
        <span className="block text-ink-2">
          The newest{' '}
          <a href="/ledger/checkpoints" className="link">
            checkpoint of the ledger
          </a>
          , once a day at most. A copy kept elsewhere shows whether the ledger was rewritten.
        </span>
      </p>
      <Switch
        label="Mail me checkpoints"
        checked={isPending ? variables : data.wanted}
        busy={isPending}
        onChange={mutate}
      />
    </section>
  )
}
