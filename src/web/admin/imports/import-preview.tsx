import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Doubt } from '../../../orders/imports/contract.ts'
import { moneyText } from '../../../shared/amazon/currencies.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { counted, numberText } from '../../format/count-text.ts'
import { Button } from '../../ui/button/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import type { Import } from '../answers.ts'
import { Stats } from '../parts/facts.tsx'
import { AllDuplicates, type DuplicateChoice, ImportDuplicates } from './import-duplicates.tsx'
import { type Chosen, confirmationOf } from './import-texts.ts'
import { Refusal } from './refusal.tsx'
import { AllReportedAgain, ReturnsReportedAgain } from './returns-reported-again.tsx'
import { BeforeAfter, moneyTexts } from './review/before-after.tsx'
import { ByCreator } from './review/by-creator.tsx'
import { MoneyTable } from './review/money-table.tsx'
import { TileRows } from './review/tile-rows.tsx'
import { firstTile } from './review/tile-texts.ts'
import { Tiles } from './review/tiles.tsx'
import { useImportCall } from './use-import-call.ts'

type Preview = NonNullable<Import['preview']>
type ImportPreviewProps = { batch: Import; preview: Preview }

/** What an import would change, with the buttons to import or discard it. */
export function ImportPreview({ batch, preview }: ImportPreviewProps) {
  const { work, refusal, answer, merge, discard } = useImportCall(batch)
  const [tile, setTile] = useState(() => firstTile(batch))
  const reasons = batch.question?.kind === 'confirmation' ? batch.question.reasons : []
  const duplicates = reasons.find(({ kind }) => kind === 'duplicates')
  const isUndated = reasons.some(({ kind }) => kind === 'no_paying_date')
  const reportedAgain = reasons.find(({ kind }) => kind === 'retold_returns')
  const [chosen, setChosen] = useState<Chosen>({})
  const [isMissing, setMissing] = useState(false)
  const choose = (choice: Chosen) => setChosen((before) => ({ ...before, ...choice }))
  function confirm() {
    if (reasons.some(({ kind, choices }) => choices && !chosen[kind])) return setMissing(true)
    void answer({ confirm: confirmationOf(reasons, chosen) })
  }
  const changing = preview.new_orders + preview.changed + preview.withdrawn
  return (
    <div className="stack gap-4">
      <Facts preview={preview} currency={batch.currency} />
      {batch.tally ? (
        <>
          <Tiles batch={batch} shown={tile} onShow={setTile} />
          {batch.rows_listed && <TileRows batch={batch} tile={tile} />}
        </>
      ) : (
        <>
          <Stats figures={figuresOf(batch, preview)} />
          <OthersChanged preview={preview} />
        </>
      )}
      <WaitingReturns waiting={preview.unfound_returns} currency={batch.currency} />
      <Reconciliation batch={batch} />
      <MoneyTable batch={batch} />
      <ByCreator
        title="By creator"
        creators={preview.creators ?? []}
        others={preview.other_creators ?? null}
        currency={batch.currency}
      />
      {changing === 0 && !isUndated && <p className="text-small text-ink-2">{noChangeText(batch)}</p>}
      <NotPaying batch={batch} />
      <Doubts reasons={reasons.filter(({ choices }) => !choices)} />
      {isUndated && (
        <Link to="/admin/imports" hash="which-format-pays" className="link">
          Set which format pays
        </Link>
      )}
      <ImportDuplicates
        duplicates={preview.duplicates ?? []}
        currency={batch.currency}
        work={work}
        answer={answer}
      />
      {duplicates && (
        <AllDuplicates
          count={duplicates.rows}
          worth={moneyText(duplicates.commission, batch.currency)}
          value={(chosen.duplicates as DuplicateChoice | undefined) ?? null}
          onChange={(choice) => choose({ duplicates: choice })}
          isMissing={isMissing}
        />
      )}
      <ReturnsReportedAgain
        returns={preview.retold_returns ?? []}
        currency={batch.currency}
        work={work}
        answer={answer}
      />
      {reportedAgain && (
        <AllReportedAgain
          doubt={reportedAgain}
          currency={batch.currency}
          value={chosen.retold_returns ?? null}
          onChange={(choice) => choose({ retold_returns: choice })}
          isMissing={isMissing}
        />
      )}
      {batch.failed > 0 && !isUndated && (
        <p className="num text-small text-ink-2">
          {counted(batch.failed, 'row')} with problems {batch.failed === 1 ? 'is' : 'are'} left out.
        </p>
      )}
      <Refusal refusal={refusal} />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button className="max-sm:order-last" busy={work === 'discard'} onClick={() => void discard()}>
          Discard
        </Button>
        {isUndated ? null : reasons.length > 0 ? (
          <Button variant="primary" busy={work === 'answer'} onClick={confirm}>
            Confirm and import
          </Button>
        ) : (
          <Button variant="primary" busy={work === 'merge'} onClick={() => void merge()}>
            {batch.failed > 0 ? `Import the other ${counted(batch.total - batch.failed, 'row')}` : 'Import'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Numbers of rows by outcome, which add up to the total; then withdrawn orders, which have no rows in the file. */
function figuresOf(batch: Import, preview: Preview): [label: string, value: string][] {
  const { new_orders, changed, others_changed = 0, unchanged, withdrawn, unfound_returns } = preview
  const rare: [string, number][] = [
    ['Waiting returns', unfound_returns?.count ?? 0],
    ['Errors', batch.failed],
    ['Combined', batch.combined],
  ]
  return [
    ['Total', numberText(batch.total)],
    ['New', numberText(new_orders)],
    ['Changed', numberText(changed - others_changed)],
    ['Unchanged', numberText(unchanged)],
    ...rare
      .filter(([, count]) => count > 0)
      .map(([name, count]): [string, string] => [name, numberText(count)]),
    ['Withdrawn', numberText(withdrawn)],
  ]
}

type OthersChangedProps = { preview: Preview }

/** How many orders of earlier reports change too; renders nothing for none. */
const OthersChanged = ({ preview: { others_changed = 0 } }: OthersChangedProps) =>
  others_changed > 0 && (
    <p className="num text-caption text-ink-2">
      {counted(others_changed, 'order')} of earlier reports would change too, by a return or by the date of
      this report.
    </p>
  )

type DoubtsProps = { reasons: Doubt[] }

/** What an admin must confirm before the import, with rows and money (decision 24). */
function Doubts({ reasons }: DoubtsProps) {
  if (reasons.length === 0) return null
  return (
    <Banner tone="bad">
      <h3 className="font-semibold">Please confirm this first</h3>
      <ul className="stack gap-2">
        {reasons.map(({ kind, message, examples }) => (
          <li key={kind}>
            <p className="num">{message}</p>
            <ul className="num mt-1 text-caption break-all">
              {examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/**
 * Why an import would change nothing. Fee-Orders reports never pay: they only add the day of an order
 * (docs/product/reports.md#formats).
 */
const noChangeText = ({ format }: Import): string =>
  format === 'fee_orders'
    ? 'This report pays nothing. It says when the items of Fee-Earnings reports were ordered.'
    : 'Importing this report would change nothing.'

type PreviewProps = { preview: Preview }

function Facts({
  preview: { commission, first_day, last_day },
  currency,
}: PreviewProps & { currency: string }) {
  return (
    <dl className="num grid gap-x-6 gap-y-1 text-small sm:grid-cols-2">
      {first_day && last_day && (
        <div>
          <dt className="text-caption text-ink-3">Days</dt>
          <dd>
            {first_day === last_day ? dayText(first_day) : `${dayText(first_day)} – ${dayText(last_day)}`}
          </dd>
        </div>
      )}
      <div>
        <dt className="text-caption text-ink-3">
          Commission of all orders{currency !== 'USD' && ` in ${currency}`}
        </dt>
        <dd>
          <BeforeAfter {...moneyTexts(commission, currency)} />
        </dd>
      </div>
    </dl>
  )
}

/** Rows that are stored but never pay, since the other format pays for their days; renders nothing for none. */
function NotPaying({ batch: { preview, format, currency } }: { batch: Import }) {
  const others = preview?.not_paying
  if (!others) return null
  return (
    <Banner tone="note">
      {counted(others.count, 'row')}, {moneyText(others.commission, currency)}, will be kept and never pay:{' '}
      {format === 'folio_csv' ? 'ordered on or after' : 'shipped before'} {dayText(others.paying_date)}, the
      day from which Fee-Earnings pays.
    </Banner>
  )
}

type WaitingReturnsProps = {
  waiting: { count: number; commission: number } | null | undefined
  currency: string
}

/** Returns without a purchase; renders nothing for none. */
export function WaitingReturns({ waiting, currency }: WaitingReturnsProps) {
  if (!waiting || waiting.count === 0) return null
  return (
    <Banner tone="note">
      {counted(waiting.count, 'return')}, {moneyText(waiting.commission, currency)}, without a purchase yet.{' '}
      {waiting.count === 1 ? 'It is' : 'They are'} taken once a report has the purchase.
    </Banner>
  )
}

type ReconciliationProps = { batch: Import }

/** Compares the file's own totals with the sums of its rows; renders nothing where the file has no totals. */
export function Reconciliation({ batch: { reconciliation } }: ReconciliationProps) {
  if (!reconciliation || reconciliation.totals.length === 0) return null
  if (reconciliation.agrees)
    return <Banner tone="note">The rows that were read add up to the file’s own totals.</Banner>
  return (
    <Banner tone="bad">
      <p className="font-semibold">The rows that were read do not add up to the file’s own totals.</p>
      <table className="num mt-2 w-full text-start">
        <thead>
          <tr className="text-caption">
            <th className="text-start font-medium">Column</th>
            <th className="text-end font-medium">In the file</th>
            <th className="text-end font-medium">Sum of its rows</th>
          </tr>
        </thead>
        <tbody>
          {reconciliation.totals.map(({ column, file, rows }) => (
            <tr key={column} className={file === rows ? undefined : 'font-semibold'}>
              <td>{column}</td>
              <td className="text-end">{sumText(file, [file, rows])}</td>
              <td className="text-end">{sumText(rows, [file, rows])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Banner>
  )
}

/** A sum with two decimals where any of the `compared` ones has decimals. */
function sumText(sum: number, compared: number[]): string {
  const digits = compared.every(Number.isInteger) ? 0 : 2
  return sum.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
