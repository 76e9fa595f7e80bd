import { Button } from '../ui/button.tsx'
import { JoinPeople } from './join-people.tsx'
import { followersText, type Member } from './member.ts'
import { MemberRow } from './panel/member-row.tsx'
import { TopCreators } from './panel/top-creators.tsx'
import { fullName } from './profile-data.ts'
import { useFollowAfterSignIn } from './use-follow-after-sign-in.ts'

/** The people panel of someone signed out: this week's creators, and the way in. */
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
    <Button variant="ink" size="sm" className="shrink-0" onClick={() => followAfterSignIn(person)}>
      Follow<span className="sr-only"> {fullName(person)}</span>
    </Button>
  )
}
