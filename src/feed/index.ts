export { readCreatorFeed, readFeed } from './feeds.ts'
export { rankProducts } from './ranks/service.ts'
export { createSitemap } from './sitemap.ts'
