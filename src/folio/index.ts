export {
  cardsOf,
  countNewCards,
  listCards,
  listCardsOf,
  listFollowedCards,
  searchProducts,
} from './cards/public-lists.ts'
export { addPin, setPin } from './collection/organising.ts'
export { listOwnCategories, listOwnProducts } from './collection/own-collection.ts'
export { exportFolio } from './export.ts'
export {
  deleteProduct,
  editProduct,
  findCategorized,
  requireOwnProducts,
  tombstoneProducts,
} from './products/editing.ts'
export { hideProduct, ownerOfProduct, restoreProduct, withholdProductsOf } from './products/hiding.ts'
export { discardPictures, uploadedPicture } from './products/pictures.ts'
export { createPublishingLimit, findProductId, listCategories, publishProduct } from './products/service.ts'
export { addShortLink, giveListLinks } from './products/short-links.ts'
export { countListed, listPicks, listPopular, setPicks } from './storefront/service.ts'
