import { marketplaceCodes, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'

type MarketplaceFieldProps = {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
}

/** The field to choose one of Amazon's marketplaces. */
export function MarketplaceField({ value, onChange, error }: MarketplaceFieldProps) {
  return (
    <Field label="Marketplace" error={error}>
      <Select name="marketplace" value={value} onChange={({ target }) => onChange(target.value)}>
        {marketplaceCodes.map((code) => (
          <option key={code} value={code}>
            {marketplaceName(code)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
