import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js'

interface WorldCountry {
  country_iso: string
  country_name: string
  country_code: number
  dialling_prefix: string
}

const names = new Intl.DisplayNames('en', { type: 'region' })
const codeDigits = 2

/** Countries that share a calling code may have digits after it in common: +1 242 is the Bahamas. */
const prefixOf = (country: ReturnType<typeof getCountries>[number]): { calling: string; prefix: string } => {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const calling = getCountryCallingCode(country)
  const leading = metadata.numberingPlan?.leadingDigits() ?? ''
  return { calling, prefix: `+${calling}${/^\d+$/.test(leading) ? leading : ''}` }
}

/** Every country that has telephone numbers, by its English name. */
export const countriesOfTheWorld: readonly WorldCountry[] = getCountries()
  .map((country) => {
    const { calling, prefix } = prefixOf(country)
    return {
      country_iso: country,
      country_name: names.of(country) ?? country,
      country_code: Number(calling.slice(0, codeDigits)),
      dialling_prefix: prefix,
    }
  })
  .sort((one, other) => one.country_name.localeCompare(other.country_name, 'en'))
