import { isUsername } from '../username.ts'

/** First path segments of pages and of the server. As usernames they would hide the profile. */
export const reservedUsernames: ReadonlySet<string> = new Set(
  `about account admin amazon api art assets auth blog categories category contact creators dashboard dev
   download earnings embed explore favicon feed filing-cabinet folio fonts forgot functions health healthz help home
   inbox join ledger legal list lists login logout look looks mail manifest me metrics my-folio new notes null oembed
   official press privacy product profile public readyz reset rest robots root rss saved search security settings share
   shop signin signout signup sitemap staff static status storage support terms undefined user users well-known
   www`.split(/\s+/),
)

/** Whether a first path segment can be somebody's name: then the second one names a list of theirs. */
export const canBeSomebody = (first: string): boolean => isUsername(first) && !reservedUsernames.has(first)
