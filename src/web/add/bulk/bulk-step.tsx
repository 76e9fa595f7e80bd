import clsx from 'clsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/loading.tsx'
import { TitleText } from '../../ui/title-text.tsx'
import { OwnedLink } from '../posting/owned-note.tsx'
import type { BulkLine, LineState } from './bulk-flow.ts'
import { stateText } from './bulk-texts.ts'

type BulkLineRowProps = { line: BulkLine; onPostAgain: () => void }

/** One link and what became of it. */
export function BulkLineRow({ line, onPostAgain }: BulkLineRowProps) {
  const { state } = line
  const isBad = state.name === 'refused' || state.name === 'failed'
  return (
    <li className="flex min-h-15 items-center gap-3 border-b py-2 last:border-0">
      <StateMark state={state} />
      <div className="min-w-0 flex-1">
        <LineName line={line} />
        <p className={clsx('text-caption', isBad ? 'font-medium text-danger' : 'text-ink-3')}>
          {stateText(state)}
          {(state.name === 'posted' || state.name === 'owned') && (
            <>
              . <OwnedLink shortLinkId={state.shortLinkId} />
            </>
          )}
        </p>
      </div>
      {state.name === 'owned' && (
        <Button size="sm" onClick={onPostAgain}>
          Post again<span className="sr-only">: {line.text}</span>
        </Button>
      )}
    </li>
  )
}

type LineProps = { line: BulkLine }

/** The product's title once there is one, the link until then. */
function LineName({ line: { state, text } }: LineProps) {
  if (state.name === 'posted' || state.name === 'owned')
    return (
      <p dir="auto" className="truncate text-small font-semibold">
        <TitleText>{state.title}</TitleText>
      </p>
    )
  return (
    <p dir="ltr" className="truncate text-start text-small">
      {text}
    </p>
  )
}

type StateMarkProps = { state: LineState }

function StateMark({ state }: StateMarkProps) {
  return <span className="grid size-6 shrink-0 place-items-center">{markOf(state)}</span>
}

function markOf({ name }: LineState) {
  switch (name) {
    case 'waiting':
      return <span className="size-2 rounded-full bg-line-strong" />
    case 'working':
      return <Spinner size="sm" />
    case 'posted':
      return <Icon name="check" className="text-money" />
    case 'owned':
      return <Icon name="folio" className="text-ink-3" />
    default:
      return <Icon name="alert" className="text-danger" />
  }
}
