import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { adminHead, loadScreens } from '../admin/entry.ts'

export const Route = createFileRoute('/_app/admin/receipts')({
  codeSplitGroupings: [],
  head: adminHead('Receipts'),
  component: lazyRouteComponent(loadScreens, 'ReceiptsPage'),
})
