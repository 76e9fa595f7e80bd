import { Button } from '../ui/button.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { followersText, type Member } from './member.ts'
import { MemberRow } from './member-row.tsx'
import { fullName } from './profile-data.ts'
import { TopCreators } from './top-creators.tsx'
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
      <div className="mt-2 grid gap-3 border-t pt-4 pb-2">
        <p className="text-small text-pretty text-ink-2">Discover creators and connect with the community</p>
        <ButtonLink to="/signup" size="sm" className="justify-self-start">
          Sign up
        </ButtonLink>
      </div>
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
