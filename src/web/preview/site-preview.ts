import { siteCard, tagline } from '../../shared/share-image.ts'
import { linkPreview, type Site } from '../app/link-preview.ts'

/** The link preview of every page that has none of its own. */
export const sitePreview = (path: string, site: Site) =>
  linkPreview(
    {
      type: 'website',
      title: site.appName,
      description: tagline,
      path,
      card: siteCard(site.appName),
      imageText: `${site.appName}: ${tagline}`,
    },
    site,
  )
