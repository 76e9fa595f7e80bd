import { FollowedPeople } from './panel/followed-people.tsx'
import { MemberList } from './panel/member-list.tsx'
import { PanelHeader } from './panel/member-panel.tsx'
import { MemberSearchBox, MembersFound } from './panel/member-search.tsx'
import { TopCreators } from './panel/top-creators.tsx'
import { useMemberSearch } from './use-member-search.ts'

type MemberPanelProps = { ownId: string }

/** The people panel of someone signed in (spec section 2, /feed). */
export function MemberPanel({ ownId }: MemberPanelProps) {
  return (
    <PanelHeader>
      <PanelContent ownId={ownId} />
    </PanelHeader>
  )
}

/** The search takes the place of those one follows; the top creators, to whom it points, stay. */
function PanelContent({ ownId }: MemberPanelProps) {
  const search = useMemberSearch()
  return (
    <div className="stack gap-2 pt-2">
      <MemberSearchBox search={search} />
      {search.isAsked ? <MembersFound search={search} ownId={ownId} /> : <FollowedPeople ownId={ownId} />}
      <hr className="text-line" />
      <TopCreators level={3}>
        {(creators) => (
          <MemberList label="Top creators this week" people={creators} ownId={ownId} note="followers" />
        )}
      </TopCreators>
    </div>
  )
}
