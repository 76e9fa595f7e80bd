/**
 * The Cache-Control of pictures that never change, whose addresses name them: browsers need not ask again. Caches that others
 * share do, after five minutes, so that what is withheld meanwhile is gone from them too (decision 53).
 */
export const cachedForGood = 'public, max-age=31536000, s-maxage=300, immutable'
