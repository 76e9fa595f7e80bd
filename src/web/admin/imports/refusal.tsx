import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/feedback/banner.tsx'

export type Refused = { message: string; importId: string | null }

/** Why what was asked for was refused, with the way to the import that it is about; nothing where nothing was. */
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
