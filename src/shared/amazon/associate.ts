/** The sentence Amazon asks of its associates, wherever a paid link stands. */
export const associateSentence = 'As an Amazon Associate I earn from qualifying purchases.'
