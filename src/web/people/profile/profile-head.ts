import { oembedLinks, type Site } from '../../app/link-preview.ts'
import { shorten } from '../../preview/shorten.ts'
import { fullName, type ProfileData } from '../profile-data.ts'
import { profilePreview } from '../profile-preview.ts'

/** The document head where nobody is found. */
export const missingProfileHead = ({ appName }: Site) => ({
  meta: [{ title: `Profile Not Found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

/** The document head of a public profile: what browsers need, and on the server what programs read. */
export function profileHead(profile: ProfileData, site: Site) {
  const { appName, siteUrl } = site
  const name = fullName(profile)
  const title = `${name} (@${profile.username})`
  const description = shorten(profile.bio?.trim() || `Products ${name} shares on ${appName}.`)
  const path = `/${profile.username}`
  const url = siteUrl + path
  return {
    meta: [
      { title: `${title} · ${appName}` },
      { name: 'description', content: description },
      { name: 'robots', content: 'index, follow' },
      ...(import.meta.env.SSR ? profilePreview(profile, { title, description, path }, site) : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'alternate', type: 'application/atom+xml', title, href: `${url}/feed.atom` },
      ...(import.meta.env.SSR ? oembedLinks(url, title, site) : []),
    ],
  }
}
