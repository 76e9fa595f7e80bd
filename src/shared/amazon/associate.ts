/** The sentence that Amazon requires of its associates, wherever a paid link is shown. */
export const associateSentence = 'As an Amazon Associate I earn from qualifying purchases.'

/** The same where nothing around it says that the link is one, as on a picture. */
export const paidLinkSentence = `Paid link. ${associateSentence}`
