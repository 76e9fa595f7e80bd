import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/feedback/banner.tsx'

export type Refused = { message: string; importId: string | null }

/** Why a call was refused, with a link to the import in the way; renders nothing without a refusal. */
export const Refusal = ({ refusal }: { refusal: Refused | null }) =>
  refusal && (
    <Banner tone="bad">
      {refusal.message}{' '}
      {refusal.importId && (
        <Link to="/admin/imports/$id" params={{ id: refusal.importId }} className="link">
          See that import
        </Link>
      )}
    </Banner>
  )
