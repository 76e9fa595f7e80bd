import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.tsx'
import { useAct } from '../../api/use-act.ts'
import { HiddenNotice } from '../../product/owner-options.tsx'
import { rememberHeight } from '../../session/remembered-height.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useListSheet } from '../use-list-sheet.tsx'
import { ListFigures } from './list-figures.tsx'
import type { OwnListCard, OwnListItem } from './own-list-data.ts'
import { showList, useRefreshLists } from './own-list-query.ts'

type ListStandingProps = {
  list: OwnListCard
  items: readonly OwnListItem[]
  isEditing: boolean
  onEdit: ((isEditing: boolean) => void) | undefined
}

/** On the page that everyone sees: its room is kept there (styles/list-page.css). */
const rememberedHere = rememberHeight('own')

/** How one's own list stands: who sees it, and what can be done with the whole of it. */
export function ListStanding({ list, items, isEditing, onEdit }: ListStandingProps) {
  const refreshLists = useRefreshLists()
  const share = useListSheet(list)
  const change = useAct({
    send: (api, is_public: boolean) =>
      api(
        'PATCH /api/v1/me/lists/:id',
        { params: { id: list.id }, body: { is_public } },
        { ifMatch: list.version },
      ),
    after: (changed) => {
      showList(queryClient(), changed)
      return refreshLists()
    },
    done: (changed) => (changed.is_public ? 'Public now' : 'Private now'),
    failed: 'Not changed',
  })
  return (
    <div ref={onEdit && rememberedHere} data-standing="" className="stack gap-3">
      {list.hidden && <HiddenNotice hidden={list.hidden} />}
      <Panel className="stack gap-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={list.is_public ? 'good' : 'neutral'}>{list.is_public ? 'Public' : 'Private'}</Badge>
          <p className="min-w-0 flex-1 basis-48 text-small text-ink-2">{whoSees(list)}</p>
          <div className="flex flex-wrap gap-2">
            {onEdit && (
              <Button size="sm" onClick={() => onEdit(!isEditing)}>
                {!isEditing && <Icon name="edit" size={16} />}
                {isEditing ? 'Done' : 'Edit'}
              </Button>
            )}
            {list.is_public && !onEdit && (
              <ButtonLink
                to="/$username/$list"
                params={{ username: list.profiles.username, list: list.slug }}
                size="sm"
              >
                See it
              </ButtonLink>
            )}
            {list.is_public && (
              <Button size="sm" onClick={share.open}>
                <Icon name="share" size={16} />
                Share
              </Button>
            )}
            {!list.is_saved && (
              <Button
                size="sm"
                variant={list.is_public ? 'quiet' : 'ink'}
                busy={change.isBusy}
                blocked={!list.is_public && list.may_be_public !== null}
                aria-describedby="list-not-yet"
                onClick={() =>
                  (list.is_public || list.may_be_public === null) && void change.run(!list.is_public)
                }
              >
                {list.is_public ? 'Make private' : 'Make public'}
              </Button>
            )}
            {isEditing && <DeleteList list={list} />}
          </div>
        </div>
        <NotYet list={list} />
        {hasLinks(items) && <ListFigures listId={list.id} items={items} />}
        {share.sheet}
      </Panel>
    </div>
  )
}

/** A list that was never public has no links, and has brought nothing. */
const hasLinks = (items: readonly OwnListItem[]) => items.some(({ short_link_id }) => short_link_id !== null)

/** Who sees a list, in a sentence. */
function whoSees({ is_public, is_saved, shown_count, hidden }: OwnListCard): string {
  if (is_saved) return 'What your hearts liked. Nobody else sees it.'
  if (!is_public) return 'Only you see it.'
  if (hidden) return 'Nobody else sees it now.'
  if (shown_count < 3) return 'Others see it again once three of its things can be shown.'
  return 'Everybody with the link sees it, and your profile shows it.'
}

const reasons = {
  too_few: 'It can be public once it has three things that others may see.',
  unproven: 'It can be public once your email address is proven.',
  tomorrow: 'One list a day becomes public for the first time. This one can tomorrow.',
}

type NotYetProps = { list: OwnListCard }

/** Why a list cannot become public now, and what to do about it. */
function NotYet({ list: { is_public, is_saved, may_be_public: reason } }: NotYetProps) {
  if (is_public || is_saved || !reason) return null
  return (
    <p id="list-not-yet" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-3">
      {reasons[reason]}
      {reason === 'unproven' && (
        <ButtonLink to="/forgot" size="sm">
          Send me a link
        </ButtonLink>
      )}
    </p>
  )
}

function DeleteList({ list }: NotYetProps) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const refreshLists = useRefreshLists()
  const { run, isBusy } = useAct({
    send: (api) => api('DELETE /api/v1/me/lists/:id', { params: { id: list.id } }, { ifMatch: list.version }),
    after: async () => {
      await navigate({ to: '/my-folio/lists' })
      await refreshLists()
    },
    done: { title: 'List deleted', isParting: true },
    failed: 'Not deleted',
  })
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          busy={isBusy}
          onClose={() => setAsking(false)}
          onConfirm={() => void run().then(() => setAsking(false))}
          title="Delete this list?"
          description="Its products stay where they are, and its links lead to them. This cannot be undone."
          confirmLabel="Delete"
        />
      )}
    </>
  )
}
