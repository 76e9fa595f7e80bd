/**
 * The Cache-Control of pictures whose content never changes at their address: browsers need not ask again. Shared
 * caches ask after five minutes, so that what is withheld meanwhile is gone from them too (decision 53).
 */
export const cachedForGood = 'public, max-age=31536000, s-maxage=300, immutable'
