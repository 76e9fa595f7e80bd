import { type ReactNode, useId } from 'react'
import { type RememberedChoice, rememberedChoice, useRemembered } from '../../browser/remembered-choice.ts'
import { useMedia } from '../../browser/use-media.ts'
import { Icon } from '../../ui/button/icon.tsx'

type FoldProps = {
  /** The key under which it is remembered whether it is open. */
  name: string
  /** Folded at first where it is above the page's list. */
  foldedAbove?: boolean
  level: 2 | 3
  title: ReactNode
  /** Before the title, outside the heading's text. */
  lead?: ReactNode
  children: ReactNode
}

/** A heading that opens and folds the content below it. */
export function Fold({ name, foldedAbove = false, level, title, lead, children }: FoldProps) {
  const isAbove = !useMedia(besideTheList)
  const [isOpen, toggle] = useFold(foldedAbove && isAbove ? `${name} above` : name, foldedAbove && isAbove)
  const contentId = useId()
  const Heading = `h${level}` as const
  return (
    <div className="min-w-0">
      <Heading>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? contentId : undefined}
          onClick={toggle}
          className="flex min-h-11 w-full items-center gap-3 rounded-sm text-start text-small font-semibold"
        >
          {lead}
          <span className="min-w-0 flex-1">{title}</span>
          <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} className="text-ink-3" />
        </button>
      </Heading>
      {isOpen && <div id={contentId}>{children}</div>}
    </div>
  )
}

/** The width from which the panel is beside the list, as in feed-shell.tsx. */
const besideTheList = '(min-width: 80rem)'

const folds = new Map<string, RememberedChoice<'open' | 'folded'>>()

function foldCalled(name: string, isFoldedAtFirst: boolean) {
  const fold =
    folds.get(name) ??
    rememberedChoice(`folio.fold ${name}`, isFoldedAtFirst ? ['folded', 'open'] : ['open', 'folded'])
  folds.set(name, fold)
  return fold
}

/** Whether the part called `name` is open, and a function to toggle it: remembered between visits. */
function useFold(name: string, isFoldedAtFirst: boolean): [isOpen: boolean, toggle: () => void] {
  const [state, choose] = useRemembered(foldCalled(name, isFoldedAtFirst))
  const isOpen = state === 'open'
  return [isOpen, () => choose(isOpen ? 'folded' : 'open')]
}
