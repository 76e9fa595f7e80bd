/** The sentence that Amazon requires of its associates, wherever a paid link is shown. */
export const associateSentence = 'As an Amazon Associate I earn from qualifying purchases.'
