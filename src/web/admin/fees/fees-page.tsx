import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { AdminScreen } from '../parts/admin-screen.tsx'
import { FeeList } from './fee-list.tsx'

const SetFee = lazyPart(() => import('./set-fee.tsx'))

/** What the platform keeps: of everybody, and of creators who have their own (docs/product/ledger.md#the-fee). */
export function FeesPage() {
  const [isAsking, setAsking] = useState(false)
  return (
    <AdminScreen subtitle="What the platform keeps of commissions">
      <div className="stack gap-6">
        <SettingsSection title="Everybody’s">
          <div className="stack gap-3">
            <FeeList which={{ of: 'everybody' }} none="No fee is set." />
            <Button
              variant="primary"
              className="justify-self-start max-sm:w-full"
              onClick={() => setAsking(true)}
            >
              Set everybody’s fee
            </Button>
          </div>
        </SettingsSection>
        <SettingsSection title="Creators’ own">
          <FeeList which={{ of: 'creators' }} none="No creator has a fee of their own." />
        </SettingsSection>
      </div>
      {isAsking && <SetFee onClose={() => setAsking(false)} />}
    </AdminScreen>
  )
}
