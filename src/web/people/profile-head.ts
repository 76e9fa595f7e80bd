import { fullName, type ProfileData } from './profile-data.ts'

type Site = { appName: string; siteUrl: string }

/** The document head where nobody is found. */
export const missingProfileHead = ({ appName }: Site) => ({
  meta: [{ title: `Profile Not Found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a public profile, with its link preview. */
export function profileHead(profile: ProfileData, { appName, siteUrl }: Site) {
  const name = fullName(profile)
  const title = `${name} (@${profile.username})`
  const description = profile.bio?.replace(/\s+/g, ' ').trim() || `Products ${name} shares on ${appName}.`
  const url = `${siteUrl}/${profile.username}`
  // A preview without any picture is easily overlooked: the site's own stands in.
  const image = new URL(profile.avatar_url ?? '/icons/512.png', siteUrl).href
  return {
    meta: [
      { title: `${title} · ${appName}` },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      { property: 'og:type', content: 'profile' },
      { property: 'og:site_name', content: appName },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'profile:username', content: profile.username },
      { property: 'og:image', content: image },
      { name: 'twitter:card', content: 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'alternate', type: 'application/atom+xml', title, href: `${url}/feed.atom` },
    ],
  }
}
