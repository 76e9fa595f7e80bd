import { type IconSize, LineIcon } from '../ui/button/icon.tsx'

const path = 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM8.5 13a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0'

/** Where a picture is chosen. Defined here, so that public pages do not load it. */
export const CameraIcon = ({ size = 16 }: { size?: IconSize }) => <LineIcon path={path} size={size} />
