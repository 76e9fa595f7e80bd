import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/feedback/banner.tsx'
import { type Import, isOpen } from '../admin-queries.ts'
import { Stats } from '../parts/stats.tsx'
import { numberText } from '../parts/texts.ts'
import { RunEndedWithRestart } from '../runs/run-ended.tsx'
import { RunProgress } from '../runs/run-progress.tsx'
import { DateQuestion } from './date-question.tsx'
import { ImportPreview } from './import-preview.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { RowErrors } from './row-errors.tsx'

type ImportWorkProps = { batch: Import }

/** An import as it stands: how far it is, what it asks, what it would change, or what it did. */
export function ImportWork({ batch }: ImportWorkProps) {
  const { run } = batch
  if (run && isOpen(run)) return <RunProgress run={run} />
  return (
    <div className="stack gap-4">
      {batch.state === 'failed' ? <Failure batch={batch} /> : run && <RunEndedWithRestart run={run} />}
      {batch.undone && <Undone undone={batch.undone} />}
      <Outcome batch={batch} />
      {batch.state !== 'staged' && <Reconciliation batch={batch} />}
      <RowErrors batch={batch} />
    </div>
  )
}

function Outcome({ batch }: ImportWorkProps) {
  switch (batch.state) {
    case 'question':
      return <DateQuestion batch={batch} />
    case 'staged':
      return batch.preview && <ImportPreview batch={batch} preview={batch.preview} />
    case 'merged':
      return <Counts batch={batch} />
    case 'repeated':
      return <Repeated batch={batch} />
    case 'discarded':
      return <Banner tone="note">This import was given up. It has changed nothing.</Banner>
    default:
      return null
  }
}

function Counts({ batch }: ImportWorkProps) {
  return (
    <div className="stack gap-2">
      <Stats
        figures={[
          ['Total', numberText(batch.total)],
          ['Imported', numberText(batch.imported)],
          ['Updated', numberText(batch.updated)],
          ['Errors', numberText(batch.failed)],
        ]}
      />
      {batch.withdrawn > 0 && (
        <p className="num text-caption text-ink-2">
          {numberText(batch.withdrawn)} withdrawn: this newer report of the same days no longer has them.
        </p>
      )}
    </div>
  )
}

function Repeated({ batch }: ImportWorkProps) {
  return (
    <>
      <Banner tone="note">
        This report was imported before. Nothing has changed.{' '}
        {batch.repeats_id && (
          <Link to="/admin/imports/$id" params={{ id: batch.repeats_id }} className="link">
            See that import
          </Link>
        )}
      </Banner>
      <Counts batch={batch} />
    </>
  )
}

function Failure({ batch }: ImportWorkProps) {
  return (
    <Banner tone="bad">
      <b className="font-semibold">Import failed</b>
      <br />
      {batch.error?.message ?? batch.run?.error?.message ?? 'An unexpected error occurred'}
    </Banner>
  )
}

type UndoneProps = { undone: NonNullable<Import['undone']> }

function Undone({ undone: { by, reason } }: UndoneProps) {
  return (
    <Banner tone="note">
      Undone{by && ` by @${by}`}: “<bdi>{reason}</bdi>”. What it said no longer counts.
    </Banner>
  )
}
