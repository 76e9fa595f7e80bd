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
  const image = profile.avatar_url ? new URL(profile.avatar_url, siteUrl).href : null
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
      ...(image ? [{ property: 'og:image', content: image }] : []),
      { name: 'twitter:card', content: 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}
