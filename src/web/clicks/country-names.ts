const names = new Intl.DisplayNames(['en-US'], { type: 'region', fallback: 'code' })

/** A country by its two letters (ISO 3166), in words; null is one that no database told. */
export const countryName = (country: string | null): string =>
  country === null ? 'Unknown' : (names.of(country) ?? country)
