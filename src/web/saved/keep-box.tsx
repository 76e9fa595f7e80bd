import type { ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'
import { Panel } from '../ui/panel.tsx'

type KeepBoxProps = {
  pictures: ReactNode
  title?: string
  children?: ReactNode
  button: ReactNode
}

/** The panel above what a browser likes: where that is kept, and the next step. */
export const KeepBox = ({
  pictures,
  title = 'Do not lose them with this browser',
  children = 'In an account they become a private list. Nobody sees it until you say so.',
  button,
}: KeepBoxProps) => (
  <Panel
    aria-label="Keep in my account"
    className="grid gap-4 py-5 lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-center lg:p-5"
  >
    {pictures}
    <div>
      <h2 className="t-sub">{title}</h2>
      <p className="mt-1 max-w-[64ch] text-small text-ink-2">{children}</p>
    </div>
    <div className="grid lg:min-w-48">{button}</div>
  </Panel>
)

type KeepButtonProps = { busy?: boolean; onClick?: () => void }

export const KeepButton = (props: KeepButtonProps) => (
  <Button variant="primary" block {...props}>
    Keep in my account
  </Button>
)
