import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { useApi } from '../../api/use-api.ts'
import { momentText } from '../../format/when-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAppName } from '../../use-app-name.ts'
import { importQuery, isOpen } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { AdminFailed, RowsSkeleton } from '../parts/admin-list.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { Facts } from '../parts/facts.tsx'
import { sizeText } from '../parts/texts.ts'
import { useRunEnds } from '../runs/run-calls.ts'
import { MatchingNotice } from '../runs/run-progress.tsx'
import { choiceFact, formatName, importName, stateOf } from './import-texts.ts'
import { ImportWork } from './import-work.tsx'
import { useImportFile } from './use-import-file.ts'

const UndoImport = deferredPart(() => import('./undo-import.tsx').then((script) => script.default))

/** One import: its source, its state, and the button to undo it (docs/product/admin.md#imports). */
export function ImportPage() {
  const { id } = useParams({ from: '/_app/admin/imports/$id' })
  const batch = useQuery(importQuery(useApi(), id))
  return (
    <AdminScreen title="Import" back="/admin/imports">
      {batch.data && <Details batch={batch.data} />}
      {batch.isPending && <RowsSkeleton label="Loading the import" />}
      {batch.isLoadingError && (
        <AdminFailed
          error={batch.error}
          message="Failed to load the import"
          retrying={batch.isFetching}
          onRetry={() => void batch.refetch()}
        />
      )}
    </AdminScreen>
  )
}

type DetailsProps = { batch: Import }

function Details({ batch }: DetailsProps) {
  const { run } = batch
  const appName = useAppName()
  useRunEnds(useMemo(() => [run], [run]))
  const { text, tone } = stateOf(batch)
  return (
    <div className="stack gap-4">
      <Panel className="stack gap-4">
        <div className="flex flex-col-reverse items-start gap-2 sm:flex-row sm:justify-between sm:gap-4">
          <h2 className="t-heading min-w-0 wrap-anywhere">
            <bdi>{importName(batch)}</bdi>
          </h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <Facts
          facts={[
            ['Imported by', batch.actor && `@${batch.actor}`],
            ['Came in', momentText(batch.created_at)],
            ['Report as of', momentText(batch.report_as_of)],
            ['Format', formatName(batch.format, appName)],
            ['Marketplace', marketplaceName(batch.marketplace)],
            ['Size', sizeText(batch.bytes)],
            ...batch.choices.map((choice): [string, string] => choiceFact(choice)),
          ]}
        />
      </Panel>
      <Panel className="stack gap-4">
        <ImportWork batch={batch} />
        {batch.undone && <MatchingNotice />}
        <div className="flex flex-wrap gap-3 empty:hidden">
          {hasNothingLeft(batch) && (
            <ButtonLink to="/admin" className="max-sm:w-full">
              Import a report
            </ButtonLink>
          )}
          {batch.has_file && <OriginalFile batch={batch} />}
          {batch.state === 'merged' && !batch.undone && !(run && isOpen(run)) && <Undo batch={batch} />}
        </div>
      </Panel>
    </div>
  )
}

/** Whether an import ended without changing anything, so that only another one leads further. */
const hasNothingLeft = ({ state }: Import) =>
  state === 'failed' || state === 'repeated' || state === 'discarded'

function OriginalFile({ batch }: DetailsProps) {
  const { isBusy, download } = useImportFile(batch)
  return (
    <Button className="max-sm:w-full" busy={isBusy} onClick={() => void download('file')}>
      Download the file
    </Button>
  )
}

function Undo({ batch }: DetailsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button className="max-sm:w-full" onClick={() => setAsking(true)}>
        Undo this import
      </Button>
      {isAsking && <UndoImport batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}
