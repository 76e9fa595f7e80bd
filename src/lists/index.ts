export { exportLists } from './export.ts'
export { hideList, ownerOfList, restoreList } from './hiding.ts'
export { listChecks } from './verify.ts'
