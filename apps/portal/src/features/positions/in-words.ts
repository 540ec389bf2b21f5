import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { type Coordinates, nearestTown, type Town } from '../../shared/map/place.ts'

/** Formats metres, such as an accuracy. */
export const useMetres = () => {
  const intl = useIntl()
  return (metres: number): string =>
    intl.formatNumber(metres, { style: 'unit', unit: 'meter', maximumFractionDigits: metres < 10 ? 1 : 0 })
}

/** The nearest town with its distance; `null` if none is near. */
export const useNearTown = (towns: readonly Town[], { latitude, longitude }: Coordinates): string | null => {
  const t = useText()
  const intl = useIntl()
  const town = useMemo(() => nearestTown(towns, { latitude, longitude }), [towns, latitude, longitude])
  if (!town) return null
  const distance = intl.formatNumber(town.km, {
    style: 'unit',
    unit: 'kilometer',
    maximumFractionDigits: town.km < 10 ? 1 : 0,
  })
  return t('place.near', { town: town.name, distance })
}

/** Formats times as the device's clock shows them. */
export const useDeviceClock = (timeZone: string) => {
  const intl = useIntl()
  return useMemo(() => {
    const clock = new Intl.DateTimeFormat(intl.locale, { timeStyle: 'medium', timeZone })
    return (time: number): string => clock.format(time)
  }, [intl.locale, timeZone])
}
