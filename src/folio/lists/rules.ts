/** Cards on one page of any list (spec section 9). */
export const pageSize = 40
