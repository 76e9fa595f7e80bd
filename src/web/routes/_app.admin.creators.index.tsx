import { createFileRoute } from '@tanstack/react-router'
import { creatorsSearch } from '../admin/creators/creators-search.ts'
import { adminScreen } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/creators/')({
  codeSplitGroupings: [],
  validateSearch: creatorsSearch,
  ...adminScreen('Creators', 'CreatorsPage'),
})
