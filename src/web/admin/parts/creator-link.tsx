import { Link } from '@tanstack/react-router'
import { nameOf } from './texts.ts'

/** A creator's name, which leads to their money (docs/product/admin.md#creators); plain once the account is gone. */
export function CreatorLink({ username }: { username: string | null }) {
  if (!username) return nameOf({ username })
  return (
    <Link to="/admin/creators/$username" params={{ username }} className="link">
      @{username}
    </Link>
  )
}
