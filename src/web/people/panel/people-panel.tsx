import { type ReactNode, useEffect, useState } from 'react'
import { late } from '../../browser/late.ts'
import { QueryScope } from '../../query-client.tsx'
import { useSession } from '../../session/session.ts'
import { Panel } from '../../ui/panel.tsx'
import { PeopleFailed } from '../people-failed.tsx'
import { PeoplePanelSkeleton } from '../people-panel-skeleton.tsx'
import { VisitorPanel } from '../visitor-panel.tsx'
import { rememberHeight } from './panel-parts.tsx'

/** By itself: it brings menus, which visitors have no use for. */
const members = late(() => import('../member-panel.tsx').then(({ MemberPanel }) => MemberPanel))

/** Whom one follows, finding people, and this week's creators (spec section 2, /feed). Loaded lazily. */
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

function PanelOfMember({ ownId }: PanelOfMemberProps) {
  const MemberPanel = members.useLoaded()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!hasFailed) members.load().catch(() => setFailed(true))
  }, [hasFailed])
  if (!MemberPanel && !hasFailed) return <PeoplePanelSkeleton />
  return (
    <Frame>
      {MemberPanel ? (
        <MemberPanel ownId={ownId} />
      ) : (
        <PeopleFailed
          message="Failed to load people data"
          retrying={false}
          onRetry={() => setFailed(false)}
        />
      )}
    </Frame>
  )
}

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
