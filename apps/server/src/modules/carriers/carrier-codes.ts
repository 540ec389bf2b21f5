import mobileNetworks from 'mcc-mnc-list'

/** A network's code is the mobile country code (3 digits) and the mobile network code (2 or 3 digits). */
const codePattern = /^(\d{3})-?(\d{2,3})$/
const countryDigits = 3
const longestCode = 6

interface Network {
  name: string | null
  /** ISO 3166-1 alpha-2; `null` for networks of no country, such as satellites. */
  country: string | null
}

/** Some networks serve several countries: the first one is theirs. A part of a country has its code (GE-AB). */
const countryOf = (countryCode: string | null): string | null => countryCode?.slice(0, 2) ?? null

const listed = mobileNetworks.all().filter(({ mcc }) => mcc !== null)

/** The country of each mobile country code: the one of most of its networks, as islands share the code of a country. */
const countries = new Map(
  [...Map.groupBy(listed, ({ mcc }) => mcc)].map(([mcc, ofCode]) => {
    const byCountry = [...Map.groupBy(ofCode, ({ countryCode }) => countryOf(countryCode))]
    const [[country] = [null]] = byCountry.toSorted(([, one], [, other]) => other.length - one.length)
    return [mcc, country]
  }),
)

/** A code that is listed for several countries belongs to that of its mobile country code. */
const networks = new Map<string, Network>()
for (const { mcc, mnc, brand, operator, countryCode } of listed) {
  const known = networks.get(`${mcc}${mnc}`)
  if (mnc === null || (known && known.country === countries.get(mcc))) continue
  networks.set(`${mcc}${mnc}`, { name: brand ?? operator, country: countryOf(countryCode) })
}

/** The code as digits; `null` for what is no code of a known country. */
export const carrierCodeOf = (reported: string | null | undefined): string | null => {
  const [, mcc, mnc] = codePattern.exec(reported?.trim() ?? '') ?? []
  return mcc !== undefined && mnc !== undefined && countries.has(mcc) ? `${mcc}${mnc}` : null
}

/** The code with which an IMSI begins. Its length is not told, so only codes of the list are recognised. */
export const carrierCodeOfImsi = (imsi: string | null | undefined): string | null => {
  if (!imsi || !/^\d{6,15}$/.test(imsi)) return null
  const codes = [imsi.slice(0, longestCode), imsi.slice(0, longestCode - 1)]
  return codes.find((code) => networks.has(code)) ?? null
}

/** The name of a listed network. */
export const listedName = (code: string): string | null => networks.get(code)?.name ?? null

export const countryOfCarrier = (code: string): string | null =>
  networks.get(code)?.country ?? countries.get(code.slice(0, countryDigits)) ?? null
