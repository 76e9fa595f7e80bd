import type { LinkProps } from '@tanstack/react-router'
import clsx from 'clsx'
import type { AnswerOf } from '../api/client.ts'
import { counted } from '../format/count-text.ts'
import { ButtonLink } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'

export type OwnNote = AnswerOf<'GET /api/v1/me/notes'>['items'][number]

/** What a note says below its headline: the days, the figures, and one thing to do. */
export function LetterBody({ on_its_way, visits, figures, to_do }: OwnNote) {
  return (
    <>
      {on_its_way && <p className="num -mt-2.5 font-semibold text-money">{on_its_way}</p>}
      {visits.some((count) => count > 0) && <Days visits={visits} />}
      {figures.length > 0 && <Figures figures={figures} />}
      {to_do && <ToDo {...to_do} />}
    </>
  )
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Seven bars; the first with the most visits is marked. */
function Days({ visits }: Pick<OwnNote, 'visits'>) {
  const most = Math.max(...visits)
  const top = visits.indexOf(most)
  return (
    <ol aria-label="Visits by day" className="grid h-21 grid-cols-7 gap-1.5">
      {days.map((day, index) => {
        const count = visits[index] ?? 0
        return (
          <li
            key={day}
            className={clsx(
              'grid h-full grid-rows-[minmax(0,1fr)_auto] justify-items-center gap-1 text-micro',
              index === top ? 'font-semibold text-ink' : 'text-ink-3',
            )}
          >
            <span
              aria-hidden="true"
              style={{ height: count > 0 ? `max(3px, ${(100 * count) / most}%)` : '1px' }}
              className={clsx('w-full self-end rounded-t-[5px]', index === top ? 'bg-accent' : 'bg-chart')}
            />
            <span aria-hidden="true">{day.charAt(0)}</span>
            <span className="sr-only">
              {day}: {counted(count, 'visit')}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** One alone takes the whole width. */
function Figures({ figures }: Pick<OwnNote, 'figures'>) {
  return (
    <dl className="grid grid-cols-2 border-y">
      {figures.map(({ kind, name, value }, index) => (
        <div
          key={kind}
          className={clsx(
            'flex min-w-0 flex-col-reverse justify-end py-2.5',
            index >= 2 && 'border-t',
            index % 2 === 1 ? 'border-s ps-4' : 'pe-4',
            index % 2 === 0 && index === figures.length - 1 && 'col-span-2',
          )}
        >
          <dt dir="auto" className="text-caption break-words text-ink-3">
            {name}
          </dt>
          <dd
            className={clsx(
              'num text-sub font-semibold',
              kind === 'posted' && !value.startsWith('−') && 'text-money',
            )}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ToDo({ text, button, path }: NonNullable<OwnNote['to_do']>) {
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-12 shrink-0 place-items-center rounded-md bg-neutral-soft text-ink-2 max-[359px]:hidden"
      >
        <Icon name={path.startsWith('/product') ? 'edit' : 'earnings'} />
      </span>
      <div className="min-w-0 flex-1 text-small">
        <h3 className="font-semibold">One thing to do</h3>
        <p className="text-pretty text-ink-2">{text}</p>
      </div>
      <ButtonLink to={path as LinkProps['to']} size="sm">
        {button}
      </ButtonLink>
    </div>
  )
}
