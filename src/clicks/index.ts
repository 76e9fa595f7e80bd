export { type ChartEdge, chartEdges, chartEdgesWithBefore } from './analytics/chart-rules.ts'
export {
  clicksOfCreator,
  countStoredNetworks,
  mostViewedCreators,
  viewsOfPeople,
} from './analytics/service.ts'
export { checkPartitions } from './doctor.ts'
export { createClickExports, exportClicks } from './export.ts'
export { ensurePartitionNamed, ensurePartitions, foldClicks, maintainClicks } from './maintenance.ts'
export { automationOf } from './recording/agents-rules.ts'
export { openCountries } from './recording/country.ts'
export { createPageFetches } from './recording/page-fetches.ts'
export { type Click, createClickRecorder } from './recording/recorder.ts'
export { type ClicksDependencies, recordClick } from './recording/service.ts'
export { siteOf } from './recording/source-rules.ts'
export { clickChecks } from './verify.ts'
