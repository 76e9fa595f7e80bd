import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banner } from '../../ui/feedback/banner.tsx'
import { useApi } from '../../use-api.ts'
import { pipelineQuery } from '../admin-queries.ts'
import { counted } from './texts.ts'

/** Says that orders wait for a matching, where something is changed that orders are matched by. */
export function MatchingNotice() {
  const { data } = useQuery(pipelineQuery(useApi()))
  if (!data?.waiting_for_match) return null
  const isOne = data.waiting_for_match === 1
  return (
    <Banner tone="note">
      <span className="num">{counted(data.waiting_for_match, 'order')}</span> {isOne ? 'waits' : 'wait'} to be
      matched.{' '}
      <Link to="/admin" className="link">
        Go to the matching
      </Link>
    </Banner>
  )
}
