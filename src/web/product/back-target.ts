/** The pages of one's own collection; a product opened from any of them was opened from My Folio. */
const collection = /^\/(my-folio(\/attention)?|inbox|filing-cabinet|category\/[^/]+)\/?$/

/** Where a product page's back link leads: /my-folio when opened from there, otherwise /feed (spec section 2). */
export const backTarget = (from: string | undefined): '/my-folio' | '/feed' =>
  from && collection.test(from) ? '/my-folio' : '/feed'
