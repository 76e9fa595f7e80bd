/** Hours for which a visit by a creator's link counts for what is bought at Amazon (Amazon's terms). */
export const visitHours = 24

/** Days for which it counts for what was put in the cart on that visit: Amazon keeps a cart so long. */
export const cartDays = 89

/** Days for which single clicks are kept at least. */
export const clicksStoredDays = 400

/**
 * A creator whose links were clicked from so many networks is not contested by one whom a single network speaks for: many
 * requests from one network are no more than one.
 */
export const networksToProve = 5
