import { ButtonLink } from '../ui/button-link.tsx'

/** The ways in, for someone who is not signed in. */
export function VisitorLinks() {
  return (
    <>
      <ButtonLink to="/login" variant="ghost" size="sm">
        Log in
      </ButtonLink>
      <ButtonLink to="/signup" size="sm" className="ms-1 me-2 lg:me-0">
        Sign up
      </ButtonLink>
    </>
  )
}
