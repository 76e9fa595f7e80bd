import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { RadioCards } from '../../ui/form/choice.tsx'
import { isOpen } from '../admin-queries.ts'
import type { Import } from '../answers.ts'
import { Stats } from '../parts/facts.tsx'
import { RunEndedWithRestart, RunProgress } from '../runs/run-progress.tsx'
import { workTexts } from '../runs/run-texts.ts'
import { ImportChoices } from './import-choices.tsx'
import { ImportPreview, Reconciliation, WaitingReturns } from './import-preview.tsx'
import { importName, readings, undoText } from './import-texts.ts'
import { ByCreator } from './review/by-creator.tsx'
import { MoneyTable } from './review/money-table.tsx'
import { ProblemRow } from './review/tile-rows.tsx'
import { Tiles } from './review/tiles.tsx'
import { StatusQuestion } from './statuses/status-question.tsx'
import { useImportCall } from './use-import-call.ts'
import { useImportFile } from './use-import-file.ts'

type ImportWorkProps = { batch: Import }

/** An import in its current state: progress, question, preview or outcome. */
export function ImportWork({ batch }: ImportWorkProps) {
  const { run } = batch
  if (run && isOpen(run))
    return (
      <div className="stack gap-2">
        <RunProgress run={run} />
        <InTheWay batch={batch} />
      </div>
    )
  return (
    <div className="stack gap-4">
      {batch.state === 'failed' ? <Failure batch={batch} /> : run && <RunEndedWithRestart run={run} />}
      {batch.undone && <Undone batch={batch} undone={batch.undone} />}
      {batch.state === 'staged' && !batch.rows_listed && <RowErrors batch={batch} />}
      <Outcome batch={batch} />
      {batch.state !== 'staged' && (
        <>
          <Reconciliation batch={batch} />
          <MoneyTable batch={batch} />
          <RowErrors batch={batch} />
        </>
      )}
    </div>
  )
}

function Outcome({ batch }: ImportWorkProps) {
  switch (batch.state) {
    case 'question':
      if (batch.question?.kind === 'confirmation')
        return <ImportChoices batch={batch} reasons={batch.question.reasons} />
      return batch.question?.kind === 'statuses' ? (
        <StatusQuestion batch={batch} statuses={batch.question.statuses} />
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
      return <Banner tone="note">This import was discarded. It changed nothing.</Banner>
    default:
      return null
  }
}

/** Numbers of an import whose rows are not stored. They add up to the total; rare ones appear where there are any. */
function figuresOf(batch: Import): [label: string, value: ReactNode][] {
  const rare: [string, number][] = [
    ['Unchanged', batch.unchanged],
    ['Waiting returns', batch.waiting_returns],
    ['Combined', batch.combined],
  ]
  const figures: [string, number][] = [
    ['Total', batch.total],
    ['Imported', batch.imported],
    ['Updated', batch.updated],
    ['Errors', batch.failed],
    ...rare.filter(([, count]) => count > 0),
  ]
  return figures.map(([label, count]) => [label, numberText(count)])
}

function Counts({ batch }: ImportWorkProps) {
  return (
    <div className="stack gap-2">
      {batch.tally ? <Tiles batch={batch} /> : <Stats figures={figuresOf(batch)} />}
      <WaitingReturns waiting={batch.returns_waiting} currency={batch.currency} />
      {batch.others_changed > 0 && (
        <p className="num text-caption text-ink-2">
          {counted(batch.others_changed, 'order')} of earlier reports changed too, by a return or by the date
          of this report.
        </p>
      )}
      {batch.not_paying.count > 0 && (
        <p className="num text-caption text-ink-2">
          {counted(batch.not_paying.count, 'row')}, {moneyText(batch.not_paying.commission, batch.currency)},
          kept and not paid: the other format pays for these days.
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
        This report was imported before
        {batch.in_the_way?.file_name && (
          <>
            , as “<bdi className="break-all">{batch.in_the_way.file_name}</bdi>”
          </>
        )}
        . Nothing has changed.{' '}
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

/** The step an import waits for, with a link to the import that step works on. */
function InTheWay({ batch: { in_the_way: other } }: ImportWorkProps) {
  if (!other) return null
  return (
    <p className="text-caption text-ink-2">
      {workTexts[other.kind as keyof typeof workTexts]}
      {other.import_id && (
        <>
          :{' '}
          <Link to="/admin/imports/$id" params={{ id: other.import_id }} className="link break-all">
            {importName(other)}
          </Link>
        </>
      )}
    </p>
  )
}

type UndoneProps = ImportWorkProps & { undone: NonNullable<Import['undone']> }

function Undone({ batch: { undone_effect: effect, currency }, undone: { by, reason } }: UndoneProps) {
  return (
    <>
      <Banner tone="note">
        Undone{by && ` by @${by}`}: “<bdi>{reason}</bdi>”. What it said no longer counts
        {effect && (
          <>
            : <span className="num inline-block">{undoText(effect, currency)}</span>
          </>
        )}
        .
      </Banner>
      {effect && (
        <ByCreator
          title="Whose it was"
          creators={effect.creators}
          others={effect.other_creators}
          currency={currency}
        />
      )}
    </>
  )
}

type DateOrder = 'month_first' | 'day_first'

type DateQuestionProps = { batch: Import }

/** Asks whether month or day comes first, where all dates of the file can be read both ways. */
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

/** How many are listed; the others are in the file of errors. */
const shown = 8

type RowErrorsProps = { batch: Import }

/** Rows that were left out, with the reason; the download has all that are stored. */
function RowErrors({ batch }: RowErrorsProps) {
  const { errors, failed } = batch
  const { isBusy, download } = useImportFile(batch)
  if (errors.length === 0) return null
  const listed = errors.slice(0, shown)
  const rest = Math.max(failed, errors.length) - listed.length
  return (
    <section className="stack gap-2">
      <h3 className="text-small font-semibold">Rows with problems</h3>
      <ul className="divide-y rounded-md border">
        {listed.map((problem) => (
          <li key={`${problem.line} ${problem.column} ${problem.message}`}>
            <ProblemRow problem={problem} />
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
