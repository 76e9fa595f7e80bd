/** The follow button beside a curator's name: wide enough for each label. */
export const followClass = 'min-w-24 shrink-0'
