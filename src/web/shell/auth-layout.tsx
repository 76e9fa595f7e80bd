import type { ReactNode } from 'react'
import { useHydrated } from '../boot/hydration.ts'
import { ProductImage } from '../look/image.tsx'
import { LogoLink } from './links.tsx'

type AuthLayoutProps = {
  title: string
  subtitle?: ReactNode
  /** Three small pictures above the title on a phone, where the large one has no room. */
  pictures?: boolean
  children: ReactNode
}

/**
 * Pages for signing in and up: the form beside a picture from 1024 px. It begins at a fixed height and is not centred:
 * a browser that draws the page while it arrives would move it.
 */
export function AuthLayout({ title, subtitle, pictures, children }: AuthLayoutProps) {
  useHydrated()
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-2">
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto stack w-full max-w-112 gap-6 px-6 pt-8 pb-10 lg:pt-[9vh]"
      >
        <LogoLink className="justify-self-start" />
        {pictures && (
          <div aria-hidden="true" className="grid grid-cols-3 gap-2 lg:hidden">
            {['lamp', 'mug', 'sneaker'].map((name) => (
              <ProductImage key={name} src={`/art/${name}.svg`} className="rounded-lg" />
            ))}
          </div>
        )}
        <div className="stack gap-2">
          <h1 className="t-display">{title}</h1>
          {subtitle && <p className="text-ink-2">{subtitle}</p>}
        </div>
        {children}
      </main>
      <div aria-hidden="true" className="relative overflow-hidden bg-sunken max-lg:hidden">
        <ProductImage src="/art/chair.svg" shape="fill" />
      </div>
    </div>
  )
}
