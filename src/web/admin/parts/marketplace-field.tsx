import type { ComponentProps } from 'react'
import { marketplaceCodes, marketplaceName } from '../../../shared/amazon/marketplaces.ts'
import { Select } from '../../ui/form/choice.tsx'
import { Field } from '../../ui/form/field.tsx'

type MarketplaceFieldProps = ComponentProps<typeof Select> & { error?: string | undefined }

/** The field to choose one of Amazon's marketplaces. Takes what `Select` takes. */
export function MarketplaceField({ error, ...select }: MarketplaceFieldProps) {
  return (
    <Field label="Marketplace" error={error}>
      <Select name="marketplace" {...select}>
        {marketplaceCodes.map((code) => (
          <option key={code} value={code}>
            {marketplaceName(code)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
