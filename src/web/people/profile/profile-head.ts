import { fullName } from '../../../shared/full-name.ts'
import { profileCard } from '../../../shared/sharing/share-image.ts'
import { linkPreview, oembedLinks, type Site, shorten } from '../../app/link-preview.ts'
import { numberText } from '../../format/count-text.ts'
import type { ProfileData, Storefront } from './load-profile.ts'

/** The document head where no such profile exists. */
export const missingProfileHead = ({ appName }: Site) => ({
  meta: [{ title: `Profile Not Found · ${appName}` }, { name: 'robots', content: 'noindex' }],
})

type Preview = Pick<Storefront, 'profile' | 'front' | 'products'>

/** The document head of a public profile: what browsers need, and on the server what programs read. */
export function profileHead({ profile, front, products }: Preview, site: Site) {
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
      ...(import.meta.env.SSR
        ? [
            ...profilePreview({ profile, front, products }, { title, description, path }, site),
            { 'script:ld+json': structuredData(profile, { description, url }, site) },
          ]
        : []),
    ],
    links: [
      { rel: 'canonical', href: url },
      { rel: 'alternate', type: 'application/atom+xml', title, href: `${url}/feed.atom` },
      ...(import.meta.env.SSR ? oembedLinks(url, title, site) : []),
    ],
  }
}

/** The link preview of a public profile. */
const profilePreview = (
  { profile, front, products }: Preview,
  { title, description, path }: { title: string; description: string; path: string },
  site: Site,
) => {
  const card = profileCard(profile, { picks: front.picks, newest: products.items }, site.appName)
  const seen = card.finds.length > 0 ? ', with some of what they share' : ''
  return linkPreview(
    {
      type: 'profile',
      title,
      description,
      path,
      card,
      imageText: `${title} on ${site.appName}${seen}`,
      facts: [
        ['Products', numberText(profile.products_count)],
        ['Followers', numberText(profile.followers_count)],
      ],
      more: {
        'profile:first_name': profile.first_name,
        ...(profile.last_name && { 'profile:last_name': profile.last_name }),
        'profile:username': profile.username,
      },
    },
    site,
  )
}

/** The person's page for search engines (schema.org), with the other places where they are. */
function structuredData(
  profile: ProfileData,
  { description, url }: { description: string; url: string },
  { siteUrl }: Site,
) {
  const { avatar_url, links, followers_count } = profile
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: fullName(profile),
      alternateName: profile.username,
      identifier: profile.id,
      description,
      url,
      ...(avatar_url && { image: new URL(avatar_url, siteUrl).href }),
      ...(links.length > 0 && { sameAs: links.map((link) => link.url) }),
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: followers_count,
      },
    },
  }
}
