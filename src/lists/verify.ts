import { type Checks, checkByLines } from '../platform/verification.ts'
import {
  allItems,
  allLinks,
  allLists,
  itemsWithoutTheirLink,
  itemsWronglyShown,
  linksWithoutTheirProduct,
  listsWithoutTheirSlug,
  listsWithWrongCounts,
} from './verify-sql.ts'

/** That the counts, marks and links of lists are what their rows say (docs/product/lists.md#links-of-a-list). */
export const listChecks: Checks = async (snapshot) => [
  checkByLines(snapshot, 'counts of lists equal their items', {
    all: allLists,
    unit: 'lists',
    wrong: listsWithWrongCounts,
  }),
  checkByLines(snapshot, 'lists have the slug that leads to them', {
    all: allLists,
    unit: 'lists',
    wrong: listsWithoutTheirSlug,
  }),
  checkByLines(snapshot, 'lists show what others may see', {
    all: allItems,
    unit: 'items of lists',
    wrong: itemsWronglyShown,
  }),
  checkByLines(snapshot, 'items of lists that were public have their link', {
    all: allItems,
    unit: 'items of lists',
    wrong: itemsWithoutTheirLink,
  }),
  checkByLines(snapshot, 'links of lists lead to their products', {
    all: allLinks,
    unit: 'links of lists',
    wrong: linksWithoutTheirProduct,
  }),
]
