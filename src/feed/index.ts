export { readCreatorFeed, readFeed } from './feeds.ts'
export { createSitemap } from './sitemap.ts'
