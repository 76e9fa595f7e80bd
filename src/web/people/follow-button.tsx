import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from '../ui/button/button.tsx'
import { Menu, MenuItem } from '../ui/button/menu.tsx'
import type { FollowTexts } from './follow-texts.ts'
import type { Followable } from './member.ts'
import { fullName } from './profile-data.ts'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = Pick<ButtonLook, 'size' | 'className'> & {
  person: Followable
  isFollowing: boolean
  texts: FollowTexts
  /** In a list, where the label alone would not say who is meant, the name is added for screen readers. */
  named?: boolean
}

/** 'Follow', or 'Following', which opens a menu with 'Unfollow' (spec section 4, Follow). */
export function FollowButton({ person, isFollowing, texts, named, ...look }: FollowButtonProps) {
  const { isBusy, setFollowing } = useFollow(person, texts)
  return (
    <Menu
      align={named ? 'end' : 'start'}
      trigger={
        <Face
          isFollowing={isFollowing}
          isBusy={isBusy}
          onFollow={() => setFollowing(true)}
          whose={named ? fullName(person) : null}
          look={look}
        />
      }
    >
      <MenuItem icon="close" onSelect={() => setFollowing(false)}>
        Unfollow
      </MenuItem>
    </Menu>
  )
}

type FaceProps = ComponentProps<'button'> & {
  isFollowing: boolean
  isBusy: boolean
  onFollow: () => void
  whose: string | null
  look: Pick<ButtonLook, 'size' | 'className'>
}

const inFlight = 'aria-disabled:cursor-progress aria-disabled:active:scale-100'

/**
 * One and the same button in both states, so that it keeps the focus; what makes it open the menu (`menu`, from
 * Radix) is its only while that has something to offer. Disabled in flight without dropping the focus.
 */
function Face({ isFollowing, isBusy, onFollow, whose, look, ref, ...menu }: FaceProps) {
  const action = isFollowing ? menu : { onClick: onFollow }
  return (
    <button
      {...(!isBusy && action)}
      ref={ref}
      type="button"
      aria-disabled={isBusy || undefined}
      className={buttonClass({
        ...look,
        variant: isFollowing ? 'quiet' : 'ink',
        className: clsx(inFlight, look.className),
      })}
    >
      {isFollowing ? 'Following' : 'Follow'}
      {whose && <span className="sr-only"> {whose}</span>}
    </button>
  )
}
