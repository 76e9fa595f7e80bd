import clsx from 'clsx'
import type { AttachedEntry } from '../../../earnings/contract.ts'
import { dayText } from '../../../shared/dates/date-text.ts'
import { entryTitle, typeText } from '../../format/entry-text.ts'
import { usdText } from '../../format/money-text.ts'
import { momentDay, momentText } from '../../format/when-text.ts'
import { StatusBadge } from '../entry-parts.tsx'
import { ownText } from '../own-amounts.ts'
import { postedByTexts } from './question-texts.ts'

/** The row that a question is about: its order, amounts, and what it was posted by. */
export function AttachedRow({ entry }: { entry: AttachedEntry }) {
  const { amazon_orders, order_date, gross_commission, platform_fee_amount, user_amount, own, rule } = entry
  const facts = [
    ['Row', `${typeText(entry)}, ${momentDay(entry.created_at)}`],
    ...(order_date ? [['Ordered', dayText(order_date)]] : []),
    ...(amazon_orders
      ? [
          ['Commission', usdText(gross_commission)],
          ['Fee', usdText(-platform_fee_amount)],
          ...(own ? [['In its currency', ownText(own)]] : []),
        ]
      : []),
    ...(rule ? [['Posted by', postedByTexts[rule]]] : []),
  ]
  return (
    <section aria-label="The row" className="stack gap-3 rounded-md bg-sunken p-4">
      <div className="flex items-start justify-between gap-4">
        <p dir="auto" className="line-clamp-2 min-w-0 text-small font-semibold">
          {entryTitle(entry)}
        </p>
        <p className="num shrink-0 text-small font-semibold">{usdText(user_amount)}</p>
      </div>
      <dl className="num grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-caption">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-ink-2">{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <StatusBadge entry={entry} />
      </p>
    </section>
  )
}

type MessagesProps = {
  messages: readonly { by: 'creator' | 'admin'; text: string | null; written_at: string }[]
  /** Who reads: their own messages stand at the end of the line. */
  reader: 'creator' | 'admin'
  /** Who wrote a message, in words. */
  nameOf: (index: number) => string
}

/** The messages of both sides, the first one first. */
export function Messages({ messages, reader, nameOf }: MessagesProps) {
  return (
    <ol aria-label="Messages" className="stack gap-3">
      {messages.map(({ by, text, written_at }, index) => (
        <li
          key={written_at}
          className={clsx(
            'max-w-[85%] rounded-md border px-4 py-3',
            by === reader ? 'justify-self-end bg-card' : 'justify-self-start bg-neutral-soft',
          )}
        >
          <p dir="auto" className="text-small break-words whitespace-pre-line">
            {text ?? <i>These words were deleted with the account.</i>}
          </p>
          <p className="num mt-1 text-caption text-ink-3">
            {nameOf(index)} · <time dateTime={written_at}>{momentText(written_at)}</time>
          </p>
        </li>
      ))}
    </ol>
  )
}
