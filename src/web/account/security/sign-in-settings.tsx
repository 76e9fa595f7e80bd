import { lazyPart } from '../../ui/lazy-part.tsx'
import { Passkeys } from '../passkeys/passkeys.tsx'
import { SettingsScreen } from '../settings/settings-screen.tsx'
import { ChangePassword } from './change-password.tsx'

/** In a chunk of its own: it is the last of the page, and few come for it. */
const TwoStepSection = lazyPart(async () => ({
  default: (await import('../two-step/two-step-section.tsx')).TwoStepSection,
}))

/** How the person signs in: password, passkeys and the second step (docs/product/profile.md#change-password). */
export const SignInSettings = () => (
  <SettingsScreen at="/profile/sign-in">
    {(me) => (
      <div className="stack gap-8">
        <ChangePassword me={me} />
        <Passkeys />
        <TwoStepSection />
      </div>
    )}
  </SettingsScreen>
)
