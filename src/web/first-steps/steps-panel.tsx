import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import type { Me } from '../account/profile/profile-fields.ts'
import { useCacheProfile } from '../account/profile/use-profile-form.ts'
import { ownCategoriesQuery } from '../api/queries.ts'
import { useAct } from '../api/use-act.ts'
import { useApi } from '../api/use-api.ts'
import { AddButton } from '../app/add-button.tsx'
import { hasNothing } from '../item/own-categories.ts'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { type Handle, HandleStep } from './handle-step.tsx'
import { PhotoStep } from './photo-step.tsx'
import { Step } from './step.tsx'

type StepsPanelProps = {
  me: Me
  handle: Handle
  /** A field for a link stands above. */
  isBelowField?: boolean
}

/**
 * The steps handle, photo and first link as rows, done in place, in any order; the panel stays until all are done or it
 * is dismissed (decision 54). Loaded lazily: only new accounts need it.
 */
export function StepsPanel({ me, handle, isBelowField = false }: StepsPanelProps) {
  const list = useRef<HTMLOListElement>(null)
  const { data: categories } = useQuery(ownCategoriesQuery(useApi()))
  const hasPublished = categories !== undefined && !hasNothing(categories)
  const done = [handle !== 'stand_in', me.avatar_url !== null, hasPublished]
  const left = done.filter((isDone) => !isDone).length
  const next = done.indexOf(false)
  useFocusOnNext(list, left)
  const { isEnding, putAway } = useEnding(left === 0)
  if (!categories || left === 0) return null
  return (
    <Panel aria-labelledby="first-steps" className="pt-3 pb-1">
      <div className="flex items-center gap-3">
        <h2 id="first-steps" className="t-heading">
          First steps
        </h2>
        <p className="num text-caption text-ink-3">
          {done.length - left} of {done.length}
        </p>
        <Button
          variant="ghost"
          size="sm"
          className="ms-auto -me-3"
          busy={isEnding}
          onClick={() => void putAway()}
        >
          Not now
        </Button>
      </div>
      <ol ref={list} className="divide-y">
        <HandleStep me={me} handle={handle} isNext={next === 0} />
        <PhotoStep me={me} isNext={next === 1} />
        <Step
          number={3}
          title="Your first link"
          note={isBelowField ? 'Paste one above' : 'It gets its own page'}
          isDone={hasPublished}
          isNext={next === 2}
          // Quiet: the page's own next step is the one in colour.
          action={
            !hasPublished &&
            !isBelowField && (
              <AddButton variant="quiet" size="sm">
                Add<span className="sr-only"> a product</span>
              </AddButton>
            )
          }
        />
      </ol>
    </Panel>
  )
}

const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

/** When a finished step removes the focused button, the focus moves to the next step's button. */
function useFocusOnNext(list: RefObject<HTMLElement | null>, left: number) {
  const before = useRef(left)
  useEffect(() => {
    const hasLost = left < before.current && document.activeElement === document.body
    before.current = left
    if (!hasLost) return
    const next = list.current?.querySelector<HTMLElement>('li:not([data-done]) button')
    if (next) next.focus()
    else focusMain()
  }, [list, left])
}

/** Ends the first steps for good: by itself when all are done, or with a button. */
function useEnding(isDone: boolean) {
  const api = useApi()
  const keep = useCacheProfile()
  const end = async () => keep(await api('PATCH /api/v1/me', { body: { first_steps: null } }))
  const endQuietly = useRef(end)
  useEffect(() => {
    // A failed call is sent again at the next visit.
    if (isDone) endQuietly.current().catch(() => {})
  }, [isDone])

  const { run: putAway, isBusy: isEnding } = useAct({
    send: end,
    after: focusMain,
    failed: { title: 'Error', description: 'Failed to update profile' },
  })
  return { isEnding, putAway }
}
