import { createFileRoute, redirect } from '@tanstack/react-router'
import { storeShared } from '../add/shared-in.ts'

/**
 * Where a phone's share sheet brings links to (share_target in src/pages/documents/manifest.ts). The add-item dialog opens with
 * what was shared; this address is replaced, so that a reload does not share it again.
 */
export const Route = createFileRoute('/_app/share')({
  beforeLoad: ({ location }) => {
    storeShared(location.searchStr)
    throw redirect({ to: '/my-folio', search: { add: true }, replace: true })
  },
})
