import { useState } from 'react'
import { CategorySign } from '../look/category-sign.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Chip } from '../ui/list/chip.tsx'
import { ChipBar } from '../ui/list/chip-bar.tsx'
import { ListLink } from '../ui/list/list-link.tsx'
import { Segmented } from '../ui/list/segmented.tsx'
import { Panel } from '../ui/panel.tsx'
import { SettingsSection } from '../ui/settings-section.tsx'
import { longText, nothing, Shelf, Specimen, Wide } from './shelf.tsx'

const tones = ['neutral', 'good', 'waiting', 'accent', 'line'] as const
const avatarSizes = [28, 30, 36, 40, 44, 48, 80] as const
const categories = [
  'All',
  'Fashion',
  'Beauty',
  'Home',
  'Kitchen',
  'Electronics',
  'Fitness',
  'Books',
  longText,
]

/** Badges, tags, people, choices of a few, and linked rows. */
export function Words() {
  const [category, setCategory] = useState('Home')
  const [view, setView] = useState('grid')
  const [scope, setScope] = useState('public')
  return (
    <Shelf title="Words in boxes">
      <Specimen name="badges">
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Specimen name="signs of categories, and of none">
        {[
          ...categories.slice(1, 8),
          'Kids',
          'Pets',
          'Travel',
          'Outdoors',
          'Office',
          'Food',
          'Toys',
          'Health',
          'Garden',
        ].map((name) => (
          <CategorySign key={name} category={name.toLowerCase()} />
        ))}
        <CategorySign category={null} />
      </Specimen>
      <Specimen name="chips: a category, a tag, one that can be removed, a long one, right to left">
        <Chip strong>Kitchen</Chip>
        <Chip>ceramic</Chip>
        <Chip onRemove={nothing}>handmade</Chip>
        <Chip onRemove={nothing}>{longText}</Chip>
        <Chip>خزف</Chip>
      </Specimen>
      <Specimen name="a bar of chips, of which one is pressed">
        <div className="w-full min-w-0">
          <ChipBar
            label="Category"
            items={categories.map((label) => ({ value: label, label }))}
            value={category}
            onChange={setCategory}
          />
        </div>
      </Specimen>
      <Specimen name="a switch between views: icons, words, and as wide as its column">
        <Segmented
          label="View"
          segments={[
            { value: 'list', label: 'List View', icon: 'listView' },
            { value: 'grid', label: 'Grid View', icon: 'gridView' },
            { value: 'card', label: 'Full Card View', icon: 'cardView' },
          ]}
          value={view}
          onChange={setView}
        />
        <Wide>
          <Segmented
            block
            label="Scope"
            segments={[
              { value: 'public', label: 'Explore' },
              { value: 'following', label: 'Following' },
            ]}
            value={scope}
            onChange={setScope}
          />
        </Wide>
      </Specimen>
      <Specimen name="people without a picture, in all sizes; a picture that does not come">
        {avatarSizes.map((size) => (
          <Avatar key={size} name="Maya Okafor" size={size} />
        ))}
        <Avatar name="Prince" src="/nothing-here.webp" />
        <Avatar name="🌿 Fern" />
      </Specimen>
      <Specimen name="a panel with rows that lead on">
        <Wide>
          <Panel flush>
            <ListLink to="." icon="inbox">
              Inbox
            </ListLink>
            <ListLink to="." icon="cabinet">
              {longText}
            </ListLink>
          </Panel>
        </Wide>
      </Specimen>
      <Specimen name="a section of settings">
        <Wide>
          <SettingsSection title="Password" note="You were signed in with it 3 days ago.">
            <p className="text-small">The controls are here.</p>
          </SettingsSection>
        </Wide>
      </Specimen>
    </Shelf>
  )
}
