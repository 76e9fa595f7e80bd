/** Hours for which a visit through a creator's link counts for purchases at Amazon (Amazon's terms). */
export const visitHours = 24

/** Days for which it counts for items put in the cart on that visit: Amazon keeps a cart so long. */
export const cartDays = 89

/** Days for which single clicks are stored at least. */
export const clicksStoredDays = 400

/**
 * The networks of clicks above which a creator is not contested by one whose clicks come from a single network, since
 * many requests from one network weigh no more than one.
 */
export const networksToProve = 5
