/**
 * Two columns of a product page from 640 px, also on a tablet or an enlarged page: the picture beside title and price,
 * so that all are visible at once. Below 640 px one column: picture, then text.
 */
export const productPageClass = 'product-page'

/** The picture: edge to edge on a phone, a framed card beside the text from 640 px. */
export const productHeroClass =
  'relative max-sm:-mx-gutter sm:overflow-hidden sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line'
