import { profileCard } from '../../shared/share-image.ts'
import { linkPreview, type Site } from '../app/link-preview.ts'
import type { ProfileData } from './profile-data.ts'

/** The link preview of a public profile. */
export const profilePreview = (
  profile: ProfileData,
  { title, description, path }: { title: string; description: string; path: string },
  site: Site,
) =>
  linkPreview(
    {
      type: 'profile',
      title,
      description,
      path,
      card: profileCard(profile, site.appName),
      imageText: `${title} on ${site.appName}`,
      more: {
        'profile:first_name': profile.first_name,
        ...(profile.last_name && { 'profile:last_name': profile.last_name }),
        'profile:username': profile.username,
      },
    },
    site,
  )
