import { ButtonLink } from '../ui/button-link.tsx'

/** The way in, at the end of a visitor's people panel. */
export function JoinPeople() {
  return (
    <div className="mt-2 grid gap-3 border-t pt-4 pb-2">
      <p className="text-small text-pretty text-ink-2">Discover creators and connect with the community</p>
      <ButtonLink to="/signup" size="sm" className="justify-self-start">
        Sign up
      </ButtonLink>
    </div>
  )
}
