import { SettingsScreen } from '../settings/settings-screen.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'

/** The page of the person's sessions. */
export const DevicesSettings = () => (
  <SettingsScreen at="/profile/devices">{() => <SignedInDevices />}</SettingsScreen>
)
