import type { ComponentType, ReactNode } from 'react'
import { fullName } from '../../../shared/full-name.ts'
import { QueryScope } from '../../api/query-client.tsx'
import { rememberHeight } from '../../session/remembered-height.ts'
import { useSession } from '../../session/session.ts'
import { useFollowAfterSignIn } from '../../session/sign-in-first.ts'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Member } from '../people-queries.ts'
import { followersText, MemberRow } from './member-row.tsx'
import { PeopleFailed } from './panel-parts.tsx'
import { JoinPeople, PeoplePanelSkeleton } from './people-panel-skeleton.tsx'
import { TopCreators } from './top-creators.tsx'

/** In a chunk of its own: it loads menus, which visitors do not need. */
const PanelOfMember = lazyPart(
  async () => {
    const { MemberPanel } = await import('./member-panel.tsx')
    return { default: framed(MemberPanel) }
  },
  {
    waiting: () => <PeoplePanelSkeleton />,
    failed: (_, onRetry) => (
      <Frame>
        <PeopleFailed message="Failed to load people data" retrying={false} onRetry={onRetry} />
      </Frame>
    ),
  },
)

const framed = (Panel: ComponentType<PanelOfMemberProps>) => (props: PanelOfMemberProps) => (
  <Frame>
    <Panel {...props} />
  </Frame>
)

/**
 * The people panel: followed people, the search for people, and this week's creators
 * (docs/product/people.md#people-panel). Loaded lazily.
 */
export function PeoplePanel() {
  const session = useSession()
  if (session.status === 'loading') return <PeoplePanelSkeleton />
  if (session.status === 'signed_in') return <PanelOfMember key={session.userId} ownId={session.userId} />
  return (
    <Frame>
      <VisitorPanel />
    </Frame>
  )
}

type PanelOfMemberProps = { ownId: string }

const rememberPanel = rememberHeight('people')

type FrameProps = { children: ReactNode }

function Frame({ children }: FrameProps) {
  return (
    <QueryScope>
      <Panel flush ref={rememberPanel} aria-label="People" className="px-4 py-2">
        {children}
      </Panel>
    </QueryScope>
  )
}

/** A visitor's people panel: this week's creators, and the links to sign in. */
export function VisitorPanel() {
  return (
    <>
      <TopCreators level={2}>
        {(creators) => (
          <ul aria-label="Top creators this week">
            {creators.map((person) => (
              <MemberRow
                key={person.id}
                person={person}
                note={followersText(person.followers_count)}
                action={<VisitorFollow person={person} />}
              />
            ))}
          </ul>
        )}
      </TopCreators>
      <JoinPeople />
    </>
  )
}

type VisitorFollowProps = { person: Member }

function VisitorFollow({ person }: VisitorFollowProps) {
  const followAfterSignIn = useFollowAfterSignIn()
  return (
    <Button
      variant="ink"
      size="sm"
      className="shrink-0"
      onClick={() => followAfterSignIn({ ...person, name: fullName(person) })}
    >
      Follow<span className="sr-only"> {fullName(person)}</span>
    </Button>
  )
}
