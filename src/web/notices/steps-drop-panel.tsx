import { Link } from '@tanstack/react-router'
import { dateText } from '../../shared/dates/date-format.ts'
import { Banner } from '../ui/feedback/banner.tsx'

type StepsDropPanelProps = { dropsAt: string }

/** Shown in every session while a removal of lost passkeys and apps is pending. */
export const StepsDropPanel = ({ dropsAt }: StepsDropPanelProps) => (
  <div className="mb-5">
    <Banner tone="bad">
      Somebody said that your phone is lost: your passkeys, apps and recovery codes will be removed on{' '}
      {dateText(new Date(dropsAt), { dateStyle: 'long' })}.{' '}
      <Link to="/profile/sign-in" hash="two-step" className="link">
        Keep them
      </Link>
    </Banner>
  </div>
)
