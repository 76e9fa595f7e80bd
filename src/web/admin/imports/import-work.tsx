import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { RowOutcome } from '../../../orders/imports/contract.ts'
import { counted, numberText } from '../../count-text.ts'
import { usdText } from '../../earnings/money-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { type Import, isOpen } from '../admin-queries.ts'
import { Stats } from '../parts/facts.tsx'
import { RunEndedWithRestart, RunProgress } from '../runs/run-progress.tsx'
import { ImportChoices } from './import-choices.tsx'
import { ImportPreview, Reconciliation } from './import-preview.tsx'
import { outcomeNames, readings } from './import-texts.ts'
import { useImportCall } from './use-import-call.ts'
import { useImportFile } from './use-import-file.ts'

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
      return batch.question?.kind === 'confirmation' ? (
        <ImportChoices batch={batch} reasons={batch.question.reasons} />
      ) : (
        <DateQuestion batch={batch} />
      )
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

const leftOutId = 'rows-left-out'

/** Together they are the total. What does not happen in most files is only there where it did. */
function figuresOf(batch: Import): [label: string, value: ReactNode][] {
  const failed = numberText(batch.failed)
  const linked = (
    <a href={`#${leftOutId}`} className="link">
      {failed}
    </a>
  )
  const rows = (outcome: RowOutcome): [string, ReactNode] => [
    outcomeNames[outcome],
    <RowsLink key={outcome} batch={batch} outcome={outcome} />,
  ]
  return [
    ['Total', numberText(batch.total)],
    rows('imported'),
    rows('updated'),
    ['Errors', batch.errors.length > 0 ? linked : failed],
    ...rareOutcomes.filter((outcome) => batch[outcome] > 0).map(rows),
  ]
}

const rareOutcomes = ['unchanged', 'waiting_returns', 'combined'] as const

type RowsLinkProps = { batch: Import; outcome: RowOutcome }

/** How many rows became so, which leads to them. Returns that wait are all in one list, whatever told of them. */
function RowsLink({ batch, outcome }: RowsLinkProps) {
  const count = numberText(batch[outcome])
  if (batch[outcome] === 0) return count
  if (outcome === 'waiting_returns')
    return (
      <Link to="/admin/orders" search={{ state: 'returns_waiting' }} className="link">
        {count}
      </Link>
    )
  if (!batch.rows_listed) return count
  return (
    <Link to="/admin/imports/$id/$outcome" params={{ id: batch.id, outcome }} className="link">
      {count}
    </Link>
  )
}

function Counts({ batch }: ImportWorkProps) {
  return (
    <div className="stack gap-2">
      <Stats figures={figuresOf(batch)} />
      {batch.others_changed > 0 && (
        <p className="num text-caption text-ink-2">
          {counted(batch.others_changed, 'order')} of earlier reports changed as well: by a return, or by when
          it was made.
        </p>
      )}
      {batch.not_paying.count > 0 && (
        <p className="num text-caption text-ink-2">
          {counted(batch.not_paying.count, 'row')}, {usdText(batch.not_paying.commission)}, kept and not paid:
          the other format pays for these days.
        </p>
      )}
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

type DateOrder = 'month_first' | 'day_first'

type DateQuestionProps = { batch: Import }

/** Asks how dates are to be read that can be read two ways: only whoever knows the report can say. */
function DateQuestion({ batch }: DateQuestionProps) {
  const { work, answer, discard } = useImportCall(batch)
  const [order, setOrder] = useState<DateOrder | null>(null)
  const [isMissing, setMissing] = useState(false)
  const examples = batch.question?.kind === 'date_order' ? batch.question.examples : []

  function submit(event: FormEvent) {
    event.preventDefault()
    if (order) void answer({ date_order: order })
    else setMissing(true)
  }
  const hintFor = (choice: DateOrder) =>
    examples.slice(0, 3).map((example) => (
      <span key={example} className="num block">
        {example} is {readings(example)?.[choice] ?? 'read that way'}
      </span>
    ))

  return (
    <form noValidate onSubmit={submit} className="stack gap-4">
      <RadioCards
        legend="Which comes first in this report’s dates?"
        tall
        value={order}
        onChange={setOrder}
        error={isMissing && !order ? 'Please choose one' : undefined}
        options={[
          { value: 'month_first', label: 'The month', hint: hintFor('month_first') },
          { value: 'day_first', label: 'The day', hint: hintFor('day_first') },
        ]}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button busy={work === 'discard'} onClick={() => void discard()}>
          Discard
        </Button>
        <Button type="submit" variant="primary" busy={work === 'answer'}>
          Continue
        </Button>
      </div>
    </form>
  )
}

/** As many as one reads at a glance; the rest are in the file. */
const shown = 8

type RowErrorsProps = { batch: Import }

/** The rows that were left out, and why; all that are kept can be had as a file. */
function RowErrors({ batch }: RowErrorsProps) {
  const { errors, failed } = batch
  const { isBusy, download } = useImportFile(batch)
  if (errors.length === 0) return null
  const listed = errors.slice(0, shown)
  const rest = Math.max(failed, errors.length) - listed.length
  return (
    <section className="stack gap-2">
      <h3 id={leftOutId} className="scroll-mt-20 text-small font-semibold">
        Rows with problems
      </h3>
      <ul className="divide-y rounded-md border">
        {listed.map(({ line, column, message, order_item_id }) => (
          <li
            key={`${line} ${column} ${message}`}
            className="gap-4 px-3 py-2.5 text-small sm:grid sm:grid-cols-[12rem_1fr]"
          >
            <p className="num min-w-0 font-semibold">
              Line {numberText(line)}
              {column && `, ${column}`}
            </p>
            <div className="min-w-0 text-ink-2">
              <p>{message}</p>
              {order_item_id && <p className="num line-clamp-1 text-caption break-all">{order_item_id}</p>}
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="num text-small text-ink-2">{rest > 0 && `and ${numberText(rest)} more`}</p>
        <Button size="sm" busy={isBusy} onClick={() => void download('errors')}>
          Download errors
        </Button>
      </div>
    </section>
  )
}
