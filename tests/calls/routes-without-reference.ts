/**
 * Routes of the server that the API does not describe. None depends on the caller but the storage calls, whose uploads
 * and removals are in owned-things.ts.
 */
export const withoutReference = [
  // Methods that these calls refuse.
  'ALL /auth/v1',
  'ALL /auth/v1*',
  'POST /auth/v1/magiclink',
  'POST /auth/v1/otp',
  'ALL /rest/v1',
  'ALL /rest/v1*',
  'ALL /storage/v1',
  'ALL /storage/v1*',
  'POST /storage/v1/object/avatars*',
  'PUT /storage/v1/object/avatars*',
  'DELETE /storage/v1/object/avatars',
  'GET /storage/v1/object/public/avatars',
  'GET /storage/v1/object/public/avatars*',
  'GET /storage/v1/render/image/public/avatars',
  'GET /storage/v1/render/image/public/avatars*',
  // Procedures that read, which are described as POST.
  'GET /rest/v1/rpc/:name',
  // Documents, the same for everyone.
  'GET /:username/feed.atom',
  'GET /:username/:slug/preview.jpg',
  'GET /:username/preview.jpg',
  'GET /l/:ref/preview.jpg',
  'GET /l/:ref/story-photo.png',
  'GET /l/:ref/story-paper.png',
  'GET /l/:ref/story-ink.png',
  'GET /embed/l/:ref',
  'GET /embed/:username/:slug',
  'GET /preview.jpg',
  'GET /api/oembed',
  'GET /manifest.webmanifest',
  'GET /robots.txt',
  'GET /sw.js',
  'GET /sitemap.xml',
  'GET /sitemap/:kind-:number.xml',
  'GET /sitemap/pages.xml',
  // Redirects to pages.
  'GET /',
  'GET /auth',
  'GET /dashboard',
  // The reference itself.
  'GET /api/openapi.json',
  'GET /api/reference',
  'GET /api/reference*',
  // For monitoring; `/metrics` for the bearer of a token of the settings (decision 43).
  'GET /metrics',
  'GET /healthz',
  'GET /readyz',
  // Mails that were not sent, in development and tests; not in production.
  'GET /dev/mail',
  'GET /dev/mail/:name',
]
