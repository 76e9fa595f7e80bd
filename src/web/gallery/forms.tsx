import { useState } from 'react'
import { RadioCards, Select } from '../ui/form/choice.tsx'
import { Field } from '../ui/form/field.tsx'
import { PasswordInput } from '../ui/form/password-input.tsx'
import { TextArea, TextInput } from '../ui/form/text-input.tsx'
import { Checkbox, Switch } from '../ui/form/toggles.tsx'
import { longText, nothing, Shelf, Specimen, Wide } from './shelf.tsx'

/** All form controls: empty, filled, wrong, disabled and long. */
export function Forms() {
  const [isOn, setOn] = useState(true)
  const [organization, setOrganization] = useState<string | null>('category')
  return (
    <Shelf title="Forms">
      <Specimen name="a field: empty, filled, wrong, disabled">
        <Wide>
          <Field label="Amazon Item URL" hint="A link from Amazon, or a short one.">
            <TextInput placeholder="https://…" leadIcon="link" />
          </Field>
        </Wide>
        <Wide>
          <Field label="Title">
            <TextInput defaultValue={longText} />
          </Field>
        </Wide>
        <Wide>
          <Field label="Email" error="Please enter an email address.">
            <TextInput defaultValue="maya@" />
          </Field>
        </Wide>
        <Wide>
          <Field label="Email (read only)" hint="Email cannot be changed">
            <TextInput defaultValue="maya@example.com" disabled />
          </Field>
        </Wide>
      </Specimen>
      <Specimen name="a password, several lines, a choice from a list">
        <Wide>
          <Field label="Password" error="Use at least 8 characters.">
            <PasswordInput defaultValue="secret" />
          </Field>
        </Wide>
        <Wide>
          <Field label="Description (Optional)">
            <TextArea defaultValue={`${longText}\nand a second line`} />
          </Field>
        </Wide>
        <Wide>
          <Field label="Category">
            <Select defaultValue="home">
              <option value="home">Home</option>
              <option value="kitchen">Kitchen</option>
            </Select>
          </Field>
        </Wide>
      </Specimen>
      <Specimen name="one choice of a few: chosen with its detail, unchosen, with an error">
        <Wide>
          <RadioCards
            legend="Organization"
            options={[
              { value: 'category', label: 'Choose Category', detail: <Select aria-label="Category" /> },
              { value: 'inbox', label: 'Send to Inbox', hint: 'Organize later' },
            ]}
            value={organization}
            onChange={setOrganization}
          />
        </Wide>
        <Wide>
          <RadioCards
            legend="Reason"
            options={[
              { value: 'spam', label: 'Spam' },
              { value: 'other', label: longText },
            ]}
            value={null}
            onChange={nothing}
            error="Please choose one."
          />
        </Wide>
      </Specimen>
      <Specimen name="checkboxes: off, on, some of it; switches: on, off, busy">
        <Checkbox aria-label="Off" />
        <Checkbox aria-label="On" defaultChecked />
        <Checkbox aria-label="Some of it" mixed />
        <Switch label="Pinned" checked={isOn} onChange={setOn} />
        <Switch label="Not pinned" checked={false} onChange={nothing} />
        <Switch label="On its way" checked busy onChange={nothing} />
      </Specimen>
    </Shelf>
  )
}
