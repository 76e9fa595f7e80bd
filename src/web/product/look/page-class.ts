/** Two columns of a product page from 1024 px, one below: picture, then words. */
export const productPageClass =
  'relative grid grid-cols-1 lg:mx-auto lg:max-w-264 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)] lg:items-start lg:gap-12'

/** The picture's place: edge to edge on a phone, a framed card beside the text from 1024 px. */
export const productHeroClass =
  'relative -mx-gutter lg:mx-0 lg:overflow-hidden lg:rounded-[20px] lg:shadow-card lg:ring-1 lg:ring-line'
