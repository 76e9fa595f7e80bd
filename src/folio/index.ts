export {
  countNewCards,
  listCards,
  listFollowedCards,
  searchProducts,
} from './cards/public-lists.ts'
export { setPin } from './collection/organising.ts'
export { listOwnCategories, listOwnProducts } from './collection/own-collection.ts'
export { exportFolio } from './export.ts'
export { deleteProduct, editProduct, findCategorized, tombstoneProducts } from './products/editing.ts'
export { hideProduct, ownerOfProduct, restoreProduct, withholdProductsOf } from './products/hiding.ts'
export { createPublishingLimit, findProductId, listCategories, publishProduct } from './products/service.ts'
export { addShortLink } from './products/short-links.ts'
