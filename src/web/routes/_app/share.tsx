import { createFileRoute, redirect } from '@tanstack/react-router'
import { storeShared } from '../../add/shared-in.ts'

/**
 * The target of a phone's share sheet (share_target in src/pages/documents/manifest.ts). Opens the add-item dialog with
 * what was shared. The address is replaced, so that a reload does not share it again.
 */
export const Route = createFileRoute('/_app/share')({
  beforeLoad: ({ location }) => {
    storeShared(location.searchStr)
    throw redirect({ to: '/my-folio', search: { add: true }, replace: true })
  },
})
