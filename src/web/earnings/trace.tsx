import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { LedgerWhy } from '../../earnings/contract.ts'
import { changeText, isSomethingElse, orderText, ruleTexts } from './ledger/trace.tsx'
import { dayText, momentText } from './when-text.ts'

type TraceProps = { why: LedgerWhy }

/** From the click to the money, step by step. */
export function Trace({ why }: TraceProps) {
  const { click, order, rule, reason } = why
  const change = changeText(why)
  return (
    <ol className="text-caption">
      {click && (
        <Step title="Click on your link" when={momentText(click.clicked_at)}>
          {click.short_link_id}
        </Step>
      )}
      <Step
        title="Order"
        when={order.ordered_at ? momentText(order.ordered_at) : dayText(order.order_date)}
        note={
          <>
            {isSomethingElse(why) && 'They bought something else after your link. '}
            {ruleTexts[rule]}
            {reason && <> “{reason}”</>}
          </>
        }
      >
        <span className="num">{order.order_item_id}</span>, {orderText(why)}
      </Step>
      {change && <Step title={change.title} note={change.text} />}
      <Posting entry={why.entry} />
    </ol>
  )
}

function Posting({ entry: { status, available_on, user_amount } }: Pick<LedgerWhy, 'entry'>) {
  if (status === 'posted')
    return (
      <Step title="Posted" when={dayText(available_on)} end="done">
        {user_amount > 0 && 'after Amazon paid'}
      </Step>
    )
  return (
    <Step title="Pending" note="That is when Amazon has paid for the month of the order." end="open">
      until {dayText(available_on)}
    </Step>
  )
}

type StepProps = {
  title: string
  when?: string
  note?: ReactNode
  /** The last step, and whether it is done. */
  end?: 'done' | 'open'
  children?: ReactNode
}

function Step({ title, when, note, end, children }: StepProps) {
  return (
    <li
      className={clsx(
        'relative ps-5 before:absolute before:start-0.5 before:top-1 before:size-2 before:rounded-full',
        end === 'done' ? 'before:bg-money' : 'before:bg-ink-3',
        !end &&
          'pb-3 after:absolute after:start-[5.5px] after:top-3.5 after:-bottom-0.5 after:w-px after:bg-field',
      )}
    >
      <b className="font-semibold">{title}</b> {children}
      {when && <span className="num block text-ink-3">{when}</span>}
      {note && <span className="block text-pretty text-ink-2">{note}</span>}
    </li>
  )
}
