/** As many categories as a person may pin (spec section 9, Pinned categories). */
export const maxPinned = 8
