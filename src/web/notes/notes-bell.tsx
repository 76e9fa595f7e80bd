import { IconLink } from '../ui/button/icon-button.tsx'

/** The way to the notes from a phone's bar: its navigation at the bottom has no room for it. */
export const NotesBell = () => <IconLink to="/notes" icon="bell" iconSize={24} label="Notes" />
