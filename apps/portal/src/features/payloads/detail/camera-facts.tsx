import type { Payload, PhotoFacts } from '@holdfast/contract'
import type { IntlShape } from 'react-intl'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { deviceClock } from '../../../shared/ui/device-clock.ts'
import { type Fact, Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { usePhotoFacts } from '../photos/use-photo-facts.ts'

type Text = ReturnType<typeof useText>

/** What the camera noted in an opened photo. Anybody can have edited it. */
export const CameraFacts = ({ payload }: { payload: Payload }) => {
  const t = useText()
  const intl = useIntl()
  const { data: facts } = usePhotoFacts(payload, null)
  if (!facts) return null
  return (
    <Facts
      title={t('facts.camera')}
      facts={[...cameraFacts(facts, t, intl), ...pictureFacts(facts, t), ...positionFacts(facts, t, intl)]}
    />
  )
}

const cameraFacts = (facts: PhotoFacts, t: Text, intl: IntlShape): Fact[] => {
  const { make, model, taken_at, utc_offset, exposure_s, f_number, iso, exposure_bias_ev } = facts
  const taken = taken_at && deviceClock(intl, taken_at)
  return [
    { label: t('camera.camera'), value: [make, model].filter(Boolean).join(' ') },
    { label: t('camera.lens'), value: facts.lens },
    {
      label: t('camera.taken'),
      value: taken && utc_offset ? t('camera.taken_value', { time: taken, offset: utc_offset }) : taken,
    },
    {
      label: t('camera.exposure'),
      value: exposure_s && t('camera.exposure_value', { seconds: exposureText(exposure_s, intl) }),
    },
    { label: t('camera.aperture'), value: f_number && `f/${shortNumber(f_number, intl)}` },
    { label: t('camera.iso'), value: iso && intl.formatNumber(iso) },
    {
      label: t('camera.bias'),
      value: exposure_bias_ev ? t('camera.bias_value', { ev: shortNumber(exposure_bias_ev, intl) }) : null,
    },
    { label: t('camera.focal_length'), value: focalLength(facts, t, intl) },
    { label: t('camera.flash'), value: facts.is_flash_fired === undefined ? null : yesNo(facts.is_flash_fired, t) },
    { label: t('camera.software'), value: facts.software },
  ]
}

const yesNo = (value: boolean, t: Text): string => t(value ? 'list.yes' : 'list.no')

const shortNumber = (value: number, intl: IntlShape): string => intl.formatNumber(value, { maximumFractionDigits: 1 })

/** Short exposures are written as fractions: 1/120. */
const exposureText = (seconds: number, intl: IntlShape): string =>
  seconds < 0.3 ? `1/${intl.formatNumber(Math.round(1 / seconds))}` : shortNumber(seconds, intl)

const focalLength = (facts: PhotoFacts, t: Text, intl: IntlShape): string | null => {
  const { focal_length_mm, focal_length_35mm } = facts
  if (!focal_length_mm) return null
  const mm = shortNumber(focal_length_mm, intl)
  if (!focal_length_35mm) return t('camera.focal_length_value', { mm })
  return t('camera.focal_length_both', { mm, equivalent: shortNumber(focal_length_35mm, intl) })
}

const pictureFacts = (facts: PhotoFacts, t: Text): Fact[] => {
  const { width, height } = facts
  return [
    { label: t('camera.size'), value: width && height ? t('payload.dimensions_value', { width, height }) : null },
    { label: t('camera.orientation'), value: orientationText(facts.orientation, t) },
    { label: t('camera.description'), value: facts.description },
    { label: t('camera.artist'), value: facts.artist },
    { label: t('camera.copyright'), value: facts.copyright },
  ]
}

/** Exif 2.32, tag 0x0112: degrees clockwise, and whether it is mirrored. 1 is upright. */
const orientations: Readonly<Record<number, readonly [degrees: number, isMirrored: boolean]>> = {
  2: [0, true],
  3: [180, false],
  4: [180, true],
  5: [270, true],
  6: [90, false],
  7: [90, true],
  8: [270, false],
}

const orientationText = (orientation: number | undefined, t: Text): string | null => {
  const [degrees, isMirrored] = orientations[orientation ?? 1] ?? []
  if (degrees === undefined) return null
  if (degrees === 0) return t('camera.mirrored')
  return t(isMirrored ? 'camera.turned_and_mirrored' : 'camera.turned', { degrees })
}

const positionFacts = ({ position }: PhotoFacts, t: Text, intl: IntlShape): Fact[] => {
  if (!position) return []
  const { latitude, longitude, altitude_m, direction_degrees, measured_at } = position
  const coordinates = t('payload.position_value', { latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })
  const metres = { style: 'unit', unit: 'meter', maximumFractionDigits: 0 } as const
  return [
    { label: t('camera.position'), value: coordinates, copy: coordinates },
    { label: t('camera.altitude'), value: altitude_m === undefined ? null : intl.formatNumber(altitude_m, metres) },
    {
      label: t('camera.direction'),
      value:
        direction_degrees === undefined
          ? null
          : t('camera.direction_value', {
              degrees: intl.formatNumber(direction_degrees, { maximumFractionDigits: 0 }),
            }),
    },
    {
      label: t('camera.measured'),
      value: measured_at && !Number.isNaN(Date.parse(measured_at)) ? <Moment time={measured_at} withSeconds /> : null,
    },
  ]
}
