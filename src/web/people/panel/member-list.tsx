import type { ReactNode } from 'react'
import { FollowButton, listTexts } from '../follow.tsx'
import type { Member } from '../people-queries.ts'
import { DisabledButton } from '../profile/follow-box.tsx'
import { followersText, MemberRow } from './member-row.tsx'
import { memberBoxClass } from './people-panel-skeleton.tsx'

type MemberListProps = {
  label: string
  people: Member[]
  /** The signed-in person's id. */
  ownId: string
  /** The line under each name. */
  note: 'username' | 'followers'
  /** Shown after the last row. */
  children?: ReactNode
}

/** People, each with the button to follow them. */
export function MemberList({ label, people, ownId, note, children }: MemberListProps) {
  return (
    <div className={note === 'username' ? `${memberBoxClass} overflow-y-auto` : undefined}>
      <ul aria-label={label}>
        {people.map((person) => (
          <MemberRow
            key={person.id}
            person={person}
            note={note === 'username' ? `@${person.username}` : followersText(person.followers_count)}
            action={<Action person={person} ownId={ownId} />}
          />
        ))}
      </ul>
      {children}
    </div>
  )
}

type ActionProps = { person: Member; ownId: string }

function Action({ person, ownId }: ActionProps) {
  if (person.id === ownId) return <DisabledButton size="sm">You</DisabledButton>
  return (
    <FollowButton
      person={person}
      isFollowing={person.is_following}
      texts={listTexts}
      size="sm"
      named
      className="shrink-0"
    />
  )
}
