import clsx from 'clsx'
import type { Statement } from '../../earnings/contract.ts'
import { usdText } from './money-text.ts'

type StatementSumsProps = { statement: Statement }

/** From what was in the ledger before the month to what was in it after, and what the month’s rows are made of. */
export function StatementSums({ statement }: StatementSumsProps) {
  const { opening_balance, closing_balance, sums, posted, pending } = statement
  return (
    <div className="surface grid gap-x-10 gap-y-6 p-4 sm:grid-cols-2 print:grid-cols-2 print:p-0 print:shadow-none">
      <Sums
        title="Balance"
        lines={[
          ['Opening balance', opening_balance],
          ['Commissions', sums.commissions],
          ['Returns', sums.returns],
          ['Adjustments', sums.adjustments],
          ['Closing balance', closing_balance],
        ]}
      />
      <div className="stack gap-6">
        <Sums
          title="This month’s rows"
          lines={[
            ['Gross commission', sums.gross_commission],
            ['Platform fee', -sums.platform_fee_amount],
            ['You earn', sums.user_amount],
          ]}
        />
        <Sums
          title="Of these, today"
          lines={[
            ['Posted', posted],
            ['Pending', pending],
          ]}
          withSum={false}
        />
      </div>
    </div>
  )
}

type SumsProps = { title: string; lines: [name: string, usd: number][]; withSum?: boolean }

/** Amounts one below the other; the last one is what the others come to. */
function Sums({ title, lines, withSum = true }: SumsProps) {
  return (
    <section>
      <h2 className="text-small font-semibold">{title}</h2>
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-small">
        {lines.map(([name, usd], index) => {
          const sum = withSum && index === lines.length - 1 && 'border-t border-line-strong pt-2 font-[650]'
          return (
            <div key={name} className="contents">
              <dt className={clsx(sum || 'text-ink-2')}>{name}</dt>
              <dd className={clsx('num text-end', sum)}>{usdText(usd)}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
