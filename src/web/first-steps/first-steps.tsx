import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AddButton } from '../app/add-button.tsx'
import { hasNothing } from '../my-folio/own-categories.ts'
import { meQuery, ownCategoriesQuery } from '../queries.ts'
import { firstSteps, useFirstSteps } from '../session/first-steps.ts'
import { Button, ButtonLink } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'
import { Panel } from '../ui/panel.tsx'
import { useApi } from '../use-api.ts'

/**
 * What somebody new does first: handle, photo, first link. In any order, left at any time, and a small list until it is
 * done or put away. Inside a `QueryScope`; loaded lazily.
 */
export function FirstSteps() {
  const progress = useFirstSteps()
  const api = useApi()
  const isBegun = progress !== null
  const { data: me } = useQuery({ ...meQuery(api), enabled: isBegun })
  const { data: categories } = useQuery({ ...ownCategoriesQuery(api), enabled: isBegun })
  const hasPosted = categories !== undefined && !hasNothing(categories)
  const isDone = progress === 'named' && me !== undefined && me.avatar_url !== null && hasPosted
  useEffect(() => {
    if (isDone) firstSteps.end()
  }, [isDone])
  if (!progress || !me || !categories || isDone) return null
  const address = `${window.location.host}/${me.username}`
  return (
    <Panel aria-labelledby="first-steps" className="mb-5">
      <div className="flex items-center justify-between gap-3">
        <h2 id="first-steps" className="t-heading">
          First steps
        </h2>
        <Button variant="ghost" size="sm" onClick={firstSteps.end}>
          Not now
        </Button>
      </div>
      <ul className="divide-y">
        <Step
          title="Your handle"
          note={<span className="wrap-anywhere">{address}</span>}
          isDone={progress === 'named'}
        >
          <ButtonLink to="/profile" size="sm">
            Change
          </ButtonLink>
          <Button size="sm" onClick={firstSteps.keepHandle}>
            Keep it
          </Button>
        </Step>
        <Step
          title="Your photo"
          note="So that people know whose finds these are."
          isDone={me.avatar_url !== null}
        >
          <ButtonLink to="/profile" size="sm">
            Add a photo
          </ButtonLink>
        </Step>
        <Step
          title="Your first link"
          note="Paste an Amazon link; it gets its page and a short link."
          isDone={hasPosted}
        >
          <AddButton size="sm">Add a product</AddButton>
        </Step>
      </ul>
    </Panel>
  )
}

type StepProps = { title: string; note: ReactNode; isDone: boolean; children: ReactNode }

/** One step: a ring, or a tick once it is done. */
function Step({ title, note, isDone, children }: StepProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span
        className={
          isDone
            ? 'grid size-6 shrink-0 place-items-center rounded-full bg-money-soft text-money'
            : 'size-6 shrink-0 rounded-full border-2 border-line-strong'
        }
      >
        {isDone && <Icon name="check" size={16} />}
      </span>
      <div className="min-w-48 flex-1">
        <p className="text-small font-semibold">
          {title}
          {isDone && <span className="sr-only">: done</span>}
        </p>
        {!isDone && <p className="text-small text-ink-2">{note}</p>}
      </div>
      {!isDone && <div className="flex gap-2 max-sm:ps-9">{children}</div>}
    </li>
  )
}
