/**
 * Two columns of a product page from 640 px on, a tablet's and an enlarged page's: the picture beside title and price, so that
 * all are seen at once. One below: picture, then words.
 */
export const productPageClass = 'product-page'

/** The picture's place: edge to edge on a phone, a framed card beside the text from 640 px. */
export const productHeroClass =
  'relative max-sm:-mx-gutter sm:overflow-hidden sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line'
