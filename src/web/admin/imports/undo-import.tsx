import { useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { messageOf } from '../../api/use-act.ts'
import { useApi } from '../../api/use-api.ts'
import { counted } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { LoadingSkeleton, Skeleton } from '../../ui/feedback/loading.tsx'
import { cacheImport } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { watchRun } from '../runs/run-calls.ts'
import { undoText } from './import-texts.ts'
import { ByCreator } from './review/by-creator.tsx'

type UndoImportProps = { batch: Import; onClose: () => void }

/** The dialog that shows what undoing an import changes, and asks for a reason. */
export default function UndoImport({ batch, onClose }: UndoImportProps) {
  const client = useQueryClient()
  return (
    <ReasonDialog
      title="Undo this import?"
      confirm="Undo import"
      tone="danger"
      subject={`import ${batch.id}`}
      send={(api, body) => api('POST /api/v1/admin/imports/:id/undo', { params: { id: batch.id }, body })}
      after={(answer) => {
        if (answer.run) watchRun(answer.run)
        return cacheImport(client, answer)
      }}
      failed="Undo failed"
      isFirst={false}
      onClose={onClose}
    >
      <Effect batch={batch} />
      <ul className="ms-5 grid list-disc gap-1 text-small text-ink-2">
        <li>What its {counted(batch.total, 'row')} said no longer counts.</li>
        <li>Orders that are also in other reports go back to what those say. The others owe nothing.</li>
        <li>
          Nothing in the ledger is deleted: the next calculation adds rows that take back what was too much.
        </li>
        <li>The same file may be imported again afterwards.</li>
      </ul>
    </ReasonDialog>
  )
}

/** What undoing would change, in money and by creator. */
function Effect({ batch: { id, currency } }: Pick<UndoImportProps, 'batch'>) {
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(useApi(), 'GET /api/v1/admin/imports/:id/undoing', { params: { id } }),
    gcTime: 0,
  })
  if (error)
    return (
      <Banner tone="bad" action={<Retry isBusy={isFetching} onRetry={() => void refetch()} />}>
        Failed to load what this would change: {messageOf(error)}
      </Banner>
    )
  if (!data) return <EffectSkeleton />
  return (
    <div className="stack gap-3">
      <p className="num text-small font-semibold">
        {data.orders === 0 ? 'No order would change.' : `This changes ${undoText(data, currency)}.`}
      </p>
      {data.is_at_most && (
        <p className="text-caption text-ink-2">
          At most: orders that are in other reports too keep what those say.
        </p>
      )}
      <ByCreator
        title="Whose it is"
        creators={data.creators}
        others={data.other_creators}
        currency={currency}
      />
    </div>
  )
}

const someCreators = [0, 1, 2]

/** The boxes of the sum and of the first creators. */
const EffectSkeleton = () => (
  <LoadingSkeleton label="Adding up what this would change" className="stack gap-3">
    <Skeleton className="h-5 w-4/5 rounded-xs" />
    <Skeleton className="h-5 w-24 rounded-xs" />
    <div className="divide-y rounded-md border">
      {someCreators.map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 px-3 py-2">
          <Skeleton className="my-0.5 h-8 w-2/5 rounded-xs" />
          <Skeleton className="h-4 w-16 rounded-xs" />
        </div>
      ))}
    </div>
  </LoadingSkeleton>
)

const Retry = ({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) => (
  <Button size="sm" busy={isBusy} onClick={onRetry}>
    Retry
  </Button>
)
