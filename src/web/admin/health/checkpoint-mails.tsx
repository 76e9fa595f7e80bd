import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useApi } from '../../api/use-api.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Switch } from '../../ui/form/toggles.tsx'

/** Whether this admin is mailed checkpoints of the ledger (docs/product/admin.md#health). Shown once that is known. */
export function CheckpointMails() {
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
          , once a day at most. Kept somewhere else, it shows whether the ledger was written anew.
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
