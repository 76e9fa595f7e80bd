/** Where a posted item went (spec section 8, Items). */
export const postedText = ({ is_categorized }: { is_categorized: boolean }): string =>
  is_categorized ? 'Item added to your folio' : 'Item added to Inbox'

/** Said when an item could not be posted (spec section 8, Items). */
export const failedText = 'Failed to create product. Please try again.'
