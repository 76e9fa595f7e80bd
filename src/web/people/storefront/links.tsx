import type { ProfileData } from '../profile/load-profile.ts'
import signs from './link-signs.svg?no-inline'

type LinksProps = { links: ProfileData['links'] }

/** Links to other places: those of known places by their signs alone on a phone, where screen readers say the names. */
export function Links({ links }: LinksProps) {
  if (links.length === 0) return null
  return (
    <ul aria-label="Elsewhere" className="-ms-1 -mt-1 -mb-1.5 flex flex-wrap gap-x-1.5 lg:gap-x-3.5">
      {links.map(({ url, name, sign }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            rel="nofollow ugc me noopener"
            title={url}
            className="flex min-h-11 min-w-11 items-center justify-center gap-1.5 px-1 text-small font-semibold text-ink-2 hover:text-ink"
          >
            <LinkSign sign={sign} />
            <bdi
              className={`truncate underline decoration-line-strong underline-offset-4 ${sign === 'globe' ? '' : 'max-lg:sr-only'}`}
            >
              {name}
            </bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}

type LinkSignProps = Pick<LinksProps['links'][number], 'sign'>

/** The sign of a place; decorative, since its name stands beside it. */
export const LinkSign = ({ sign }: LinkSignProps) => (
  <svg
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    className="size-5 shrink-0"
  >
    <use href={`${signs}#${sign}`} />
  </svg>
)
