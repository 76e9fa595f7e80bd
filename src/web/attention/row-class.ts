/** A row's places: picture, words and, below them on a phone, the ways on. */
export const rowClass =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 p-3 ' +
  'sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center'
