import {
  type CarrierMapping,
  carrierDateOrders,
  carrierDelimiters,
  carrierDurationFormats,
  carrierEncodings,
  maxDurationToleranceSeconds,
  maxTimeToleranceSeconds,
} from '@holdfast/contract'
import { Accordion, Checkbox, NumberInput, Select, TagsInput } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import classes from './mapping-fields.module.css'

interface MappingFieldsProps {
  mapping: CarrierMapping
  titles: readonly string[]
  onChange: (mapping: CarrierMapping) => void
}

const columnFields = [
  'own_number',
  'other_number',
  'begin',
  'begin_time',
  'duration',
  'end',
  'direction',
  'record_type',
] as const

const wordKinds = ['outbound', 'inbound', 'call', 'sms', 'mms', 'ignored'] as const

const timezones = Intl.supportedValuesOf('timeZone')
const encodingNames: Record<CarrierMapping['encoding'], string> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** What each column of a file is, and how its dates, durations and words are written. */
export const MappingFields = ({ mapping, titles, onChange }: MappingFieldsProps) => {
  const t = useText()
  const change = (part: Partial<CarrierMapping>) => onChange({ ...mapping, ...part })
  const required: readonly string[] = ['own_number', 'begin']
  const { date_order, timezone, duration_format, country } = mapping
  return (
    <>
      <div className={classes.fields}>
        {columnFields.map((field) => (
          <Select
            key={field}
            label={t(`carrier.column_${field}`)}
            withAsterisk={required.includes(field)}
            data={[...new Set(titles)]}
            clearable={!required.includes(field)}
            clearButtonProps={{ 'aria-label': t('carrier.clear') }}
            placeholder={t('carrier.no_column')}
            searchable
            value={mapping.columns[field]}
            onChange={(column) => {
              if (column !== null || !required.includes(field)) {
                change({ columns: { ...mapping.columns, [field]: column } })
              }
            }}
          />
        ))}
      </div>
      <div className={classes.fields}>
        <Select
          label={t('carrier.date_order')}
          data={carrierDateOrders.map((value) => ({ value, label: t(`carrier.date_${value}`) }))}
          allowDeselect={false}
          value={date_order}
          onChange={(value) => value && change({ date_order: value as typeof date_order })}
        />
        <Select
          label={t('carrier.timezone')}
          data={timezones.includes(timezone) ? timezones : [timezone, ...timezones]}
          searchable
          allowDeselect={false}
          value={timezone}
          onChange={(value) => value && change({ timezone: value })}
        />
        <Select
          label={t('carrier.duration_format')}
          data={carrierDurationFormats.map((value) => ({ value, label: t(`carrier.duration_${value}`) }))}
          allowDeselect={false}
          value={duration_format}
          onChange={(value) => value && change({ duration_format: value as typeof duration_format })}
        />
        <CountryInput country={country} onChange={(value) => change({ country: value })} />
        <SecondsInput
          label={t('carrier.time_tolerance')}
          value={mapping.time_tolerance_s}
          most={maxTimeToleranceSeconds}
          onChange={(time_tolerance_s) => change({ time_tolerance_s })}
        />
        <SecondsInput
          label={t('carrier.duration_tolerance')}
          value={mapping.duration_tolerance_s}
          most={maxDurationToleranceSeconds}
          onChange={(duration_tolerance_s) => change({ duration_tolerance_s })}
        />
      </div>
      <Accordion variant="contained">
        <Accordion.Item value="more">
          <Accordion.Control>{t('carrier.more')}</Accordion.Control>
          <Accordion.Panel>
            <FileFields mapping={mapping} change={change} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  )
}

const FileFields = ({
  mapping,
  change,
}: {
  mapping: CarrierMapping
  change: (part: Partial<CarrierMapping>) => void
}) => {
  const t = useText()
  const { delimiter, encoding, decimal_separator, words } = mapping
  return (
    <div className={classes.fields}>
      <Select
        label={t('carrier.delimiter')}
        data={carrierDelimiters.map((value) => ({ value, label: t(`carrier.delimiter_${delimiterNames[value]}`) }))}
        allowDeselect={false}
        value={delimiter}
        onChange={(value) => value && change({ delimiter: value as typeof delimiter })}
      />
      <Select
        label={t('carrier.encoding')}
        data={carrierEncodings.map((value) => ({ value, label: encodingNames[value] }))}
        allowDeselect={false}
        value={encoding}
        onChange={(value) => value && change({ encoding: value as typeof encoding })}
      />
      <Select
        label={t('carrier.decimal_separator')}
        data={[
          { value: '.', label: '1.25' },
          { value: ',', label: '1,25' },
        ]}
        allowDeselect={false}
        value={decimal_separator}
        onChange={(value) => value && change({ decimal_separator: value as typeof decimal_separator })}
      />
      <Checkbox
        label={t('carrier.has_titles')}
        checked={mapping.has_titles}
        onChange={(event) => change({ has_titles: event.currentTarget.checked })}
      />
      {wordKinds.map((kind) => (
        <TagsInput
          key={kind}
          label={t(`carrier.words_${kind}`)}
          maxTags={20}
          maxLength={60}
          clearable
          value={words[kind]}
          onChange={(value) => change({ words: { ...words, [kind]: value } })}
        />
      ))}
    </div>
  )
}

interface SecondsInputProps {
  label: string
  value: number
  most: number
  onChange: (seconds: number) => void
}

const SecondsInput = ({ label, value, most, onChange }: SecondsInputProps) => (
  <NumberInput
    label={label}
    suffix=" s"
    min={0}
    max={most}
    allowDecimal={false}
    clampBehavior="strict"
    value={value}
    onChange={(entered) => typeof entered === 'number' && onChange(entered)}
  />
)

/** Countries by name, in the person's language. */
const CountryInput = ({ country, onChange }: { country: string; onChange: (country: string) => void }) => {
  const t = useText()
  const names = new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'region', fallback: 'none' })
  const data = countryCodes
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <Select
      label={t('carrier.country')}
      data={data}
      searchable
      allowDeselect={false}
      value={country}
      onChange={(value) => value && onChange(value)}
    />
  )
}

/** ISO 3166: the countries that have telephone numbers of their own. */
const countryCodes = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG ' +
  'CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY ' +
  'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ' +
  'ZM ZW'
).split(' ')
