/** The accounts of the operator's books (decision 85), in the order in which they are shown. */
export const bookAccounts = ['receivable', 'platform', 'creators', 'paid', 'nobodys', 'exchange'] as const
