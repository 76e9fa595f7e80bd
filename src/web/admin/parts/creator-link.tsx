import { Link } from '@tanstack/react-router'
import { type Named, nameOf } from './texts.ts'

/**
 * A creator's name, which leads to their money (docs/product/admin.md#creators); of one whose account is gone their
 * number, plain where that is not known.
 */
export function CreatorLink({ username, former = null }: Named) {
  const name = username ?? (former && `#${former.number}`)
  if (!name) return nameOf({ username })
  return (
    <Link to="/admin/creators/$username" params={{ username: name }} className="link">
      {nameOf({ username, former })}
    </Link>
  )
}
